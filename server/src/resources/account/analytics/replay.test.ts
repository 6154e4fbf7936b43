/** For random events in random order, the figures equal a plain count of the recorded facts. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import { takeDue, takeSuspects } from '#engine/work-table.ts'
import { record } from '#events/record.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { type Accepted, acceptEmails } from '#resources/messages/emails/accept.ts'
import { toFact } from '#resources/messages/emails/deliver/facts.ts'
import type { Conclusion, Result } from '#resources/messages/emails/deliver/result.ts'
import { retrySchedule } from '#resources/messages/emails/deliver/retry.ts'
import {
  accepted,
  deferred,
  refusedByPolicy,
  unanswered,
  unknownMailbox,
} from '#resources/messages/emails/deliver/scripted.fixture.ts'
import { settle } from '#resources/messages/emails/deliver/settle.ts'
import { lockProgress, type TakenDelivery } from '#resources/messages/emails/delivery-store.ts'
import { draftTo, type EmailFixture, keyOf, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { addStatsByKey, findCounted } from './add.ts'
import { figures, sumOf, type Totals } from './figures.ts'
import { countFirsts } from './firsts.ts'
import { readAnalytics } from './read.ts'
import { sumUp } from './sum-up.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())

const streams = ['transactional', 'broadcast'] as const
const tags = ['a', 'b', 'c'] as const
const outcomes = [
  accepted,
  accepted,
  { ...accepted, aftermath: 'opened' as const },
  { ...accepted, aftermath: 'clicked' as const },
  { ...accepted, aftermath: 'complained' as const },
  refusedByPolicy,
  unknownMailbox,
  deferred,
  unanswered,
]

const email = fc.record({
  recipients: fc.integer({ min: 1, max: 4 }),
  stream: fc.constantFrom(...streams),
  tags: fc.subarray([...tags]),
  mode: fc.constantFrom('live' as const, 'test' as const),
  hoursAgo: fc.integer({ min: 0, max: 30 }),
})
const dice = fc.array(fc.nat(), { minLength: 4, maxLength: 4 })
const step = fc.record({
  kind: fc.constantFrom(
    'attempt',
    'attempt',
    'at once',
    'abandon',
    'stale',
    'undone',
    'later',
    'reader',
    'reader',
    'sum',
  ),
  nth: fc.nat(),
  dice,
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** An email of the scenario, and the deliveries that workers hold and may still report. */
type Told = {
  email: Accepted
  mode: 'live' | 'test'
  recipients: number
  /** The last worker that took deliveries of it. */
  worker: string
  held: TakenDelivery[]
  labels: Result['labels']
}

async function accept(given: typeof email extends fc.Arbitrary<infer T> ? T : never, nth: number): Promise<Told> {
  const caller = mail[given.mode]
  const now = new Date(Date.now() - given.hoursAgo * 3_600_000)
  const addresses = Array.from({ length: given.recipients }, (_, one) => `${nth}-${one}@a.example`)
  const labels = { messageStream: given.stream, tags: given.tags, templateId: null }
  const request = { caller, drafts: [draftTo(addresses, labels)], now }
  const [verdict] = await mail.database.transaction(tx => acceptEmails(tx, readRateCard(null), [request]))
  if (!verdict || verdict instanceof Refusal || !verdict[0]) throw new Error('refused')
  return { email: verdict[0], mode: given.mode, recipients: given.recipients, worker: '', held: [], labels }
}

let workers = 0
/** Ends the last worker; the next one takes its deliveries. */
async function take(told: Told): Promise<Result[]> {
  await mail.dead(told.worker)
  await mail.comeDue()
  told.worker = `worker ${++workers}`
  const results: Result[] = []
  for (const by of [takeDue, takeSuspects]) {
    const { emails, ended } = await mail.takeAs(told.worker, { by, emails: [keyOf(told.email)] })
    told.held.push(...emails.flatMap(one => one.deliveries))
    results.push(
      ...ended.map(({ delivery, ...end }) =>
        resultOf(told, delivery, { kind: 'ended', as: end.as, reason: end.reason }),
      ),
    )
  }
  return results
}

const resultOf = ({ recipients, labels }: Told, delivery: TakenDelivery, conclusion: Conclusion): Result => ({
  delivery,
  recipients,
  aheadMs: 0,
  from: 'shop@acme.test',
  labels,
  conclusion,
  at: new Date(),
})

/** Simulated readers come with the outcome only in test mode. */
const outcomeFor = (mode: Told['mode'], die: number) => {
  const outcome = outcomes[die % outcomes.length] ?? accepted
  const isSimulated = 'aftermath' in outcome && outcome.aftermath !== 'complained'
  return mode === 'live' && isSimulated ? accepted : outcome
}

const outcomeOf = (mode: Told['mode'], die = 0): Conclusion => ({
  kind: 'outcome',
  outcome: outcomeFor(mode, die),
  accepted: die % 3 === 0 ? 'sent' : 'delivered',
  destination: 'scripted a.example',
  schedule: retrySchedule,
  chance: 0.5,
})

const report = (told: Told, { dice }: Step, held: readonly TakenDelivery[]): Result[] =>
  held.map((delivery, nth) => resultOf(told, delivery, outcomeOf(told.mode, dice[nth % dice.length])))

const pick = <T>(list: readonly T[], die = 0): T | undefined => list[die % list.length]

/** Records and counts a later fact about an email, under a lock on the email. */
async function tell(
  tx: Tx,
  { email }: Told,
  address: string,
  type: 'email.bounced' | 'email.complained' | 'email.opened' | 'email.clicked',
  byMachine = false,
): Promise<void> {
  const key = keyOf(email)
  await lockProgress(tx, [key])
  const facts = [{ type, byMachine }]
  const counted = await findCounted(tx, [{ ...key, facts }])
  const column = type === 'email.opened' ? 'opened_at' : 'clicked_at'
  if (type === 'email.opened' || type === 'email.clicked') {
    await sql`update email_progress set ${sql.ref(column)} = coalesce(${sql.ref(column)}, now()),
      ${sql.ref(`human_${column}`)} = coalesce(${sql.ref(`human_${column}`)}, ${byMachine ? null : new Date()})
      where email_id = ${email.id}`.execute(tx)
  } else {
    await sql`update deliveries set state = ${type.slice(6)} where email_id = ${email.id} and address = ${address}
      `.execute(tx)
  }
  await record(tx, [toFact({ ...key, nth: 0, address }, type, { byMachine }, new Date())])
  await addStatsByKey(tx, [{ ...key, counts: countFirsts(facts, counted.get(email.id)) }])
}

async function departed({ email }: Told): Promise<string[]> {
  const deliveries = await mail.deliveriesOf(email.id)
  return deliveries.filter(({ state }) => state === 'sent' || state === 'delivered').map(({ address }) => address)
}

class Crash extends Error {}

async function play(told: Told, given: Step): Promise<void> {
  const { database, second } = mail
  const write = (results: readonly Result[], by: Database = database) => by.transaction(tx => settle(tx, results))
  const [die = 0, other = 0] = given.dice
  switch (given.kind) {
    case 'attempt': {
      const ended = await take(told)
      await write([...ended, ...report(told, given, told.held)])
      return
    }
    case 'at once': {
      const results = [...(await take(told)), ...report(told, given, told.held)]
      await Promise.all(results.map((result, nth) => write([result], nth % 2 ? database : second)))
      return
    }
    case 'abandon':
      await write(await take(told))
      return
    case 'stale':
      await write(report(told, given, told.held))
      return
    case 'undone': {
      const results = [...(await take(told)), ...report(told, given, told.held)]
      const crash = database.transaction(async tx => {
        await settle(tx, results)
        throw new Crash()
      })
      await expect(crash).rejects.toThrow(Crash)
      return
    }
    case 'later': {
      const address = pick(await departed(told), die)
      const type = other % 2 ? 'email.bounced' : 'email.complained'
      if (address) await database.transaction(tx => tell(tx, told, address, type))
      return
    }
    case 'reader': {
      // Only delivered emails are read; simulated readers come with the outcome.
      if (told.mode === 'test') return
      const type = die % 2 ? 'email.opened' : 'email.clicked'
      const open = (by: Database, byMachine: boolean) => by.transaction(tx => tell(tx, told, 'x', type, byMachine))
      await Promise.all([open(database, other % 2 === 0), open(second, other % 3 === 0)])
      return
    }
    case 'sum':
      await Promise.all([sumUp(database, 1 + (die % 4)), sumUp(second, 1 + (other % 4))])
  }
}

type EventRow = { subjectId: string; type: string; recipient: string; byMachine: string | null }

/** The definition of the figures, written as simply as possible. */
function plainCount(events: readonly EventRow[], emails: readonly Told[]): Totals {
  const totals = sumOf([])
  for (const { email } of emails) {
    const own = events.filter(({ subjectId }) => subjectId === email.id)
    const recipients = (...types: string[]) =>
      new Set(own.filter(one => types.includes(one.type)).map(one => one.recipient)).size
    const some = (type: string) => (own.some(one => one.type === type) ? 1 : 0)
    const people = (type: string) => (own.some(one => one.type === type && one.byMachine !== 'true') ? 1 : 0)
    totals.emails_sent += some('email.sent') || some('email.unconfirmed') || some('email.bounced')
    totals.recipients_reached += recipients('email.sent', 'email.unconfirmed')
    totals.emails_delivered += some('email.delivered')
    totals.recipients_delivered += recipients('email.delivered')
    totals.emails_opened += some('email.opened')
    totals.emails_clicked += some('email.clicked')
    totals.emails_opened_by_people += people('email.opened')
    totals.emails_clicked_by_people += people('email.clicked')
    totals.emails_bounced += some('email.bounced')
    totals.emails_complained += some('email.complained')
  }
  return totals
}

async function expectPlainCount(emails: readonly Told[], now: Date): Promise<void> {
  const { rows: events } = await sql<EventRow>`
    select subject_id as "subjectId", type, data->>'recipient' as recipient, data->>'byMachine' as "byMachine"
    from events`.execute(mail.database.db)
  const moments = [undefined, new Date(now.getTime() - 7.3 * 3_600_000), new Date(now.getTime() - 20 * 3_600_000)]
  const callers: Caller[] = [mail.live, mail.test]
  for (const caller of callers) {
    for (const tag of [undefined, ...tags]) {
      for (const messageStream of [undefined, ...streams]) {
        for (const from of moments) {
          const wanted = emails.filter(
            ({ email, labels }) =>
              email.environmentId === caller.environmentId &&
              (!tag || labels.tags.includes(tag)) &&
              (!messageStream || labels.messageStream === messageStream) &&
              (!from || email.createdAt >= from),
          )
          const question = { accepted: { from }, tag, messageStream, granularity: 'hour' as const }
          const { totals, series = [] } = await readAnalytics(mail.database.db, caller, question)
          expect(totals).toEqual(plainCount(events, wanted))
          for (const point of series) {
            const end = point.start.getTime() + 3_600_000
            const inHour = wanted.filter(
              ({ email: { createdAt } }) => createdAt >= point.start && createdAt.getTime() < end,
            )
            expect(point.totals).toEqual(plainCount(events, inHour))
          }
        }
      }
    }
  }
}

test('the figures equal a plain count for random events in random order', { timeout: 60_000 }, async () => {
  const story = fc.record({
    emails: fc.array(email, { minLength: 1, maxLength: 5 }),
    steps: fc.array(step, { minLength: 5, maxLength: 40 }),
  })
  await fc.assert(
    fc.asyncProperty(story, async ({ emails, steps }) => {
      await mail.clear()
      await emptyTables(mail.database.db, 'email_stats')
      const told: Told[] = []
      for (const [nth, given] of emails.entries()) told.push(await accept(given, nth))
      for (const given of steps) {
        const one = pick(told, given.nth)
        if (one) await play(one, given)
      }
      await expectPlainCount(told, new Date())
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

test('every figure is a column of the table', async () => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = 'email_stats' and data_type = 'integer' order by ordinal_position`.execute(mail.database.db)

  expect(rows.map(({ name }) => name)).toEqual([...figures])
})
