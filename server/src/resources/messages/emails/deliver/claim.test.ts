import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import { openDatabase } from '#postgres/database.ts'
import { readCredits } from '#resources/account/credits/read.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { setMembership } from '#resources/audience/contacts/membership.ts'
import { suppressEach } from '#resources/audience/suppressions/suppress.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { untilSomebodyWaits, waitingForLocks } from '../../../../../testing/locks.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { markDots } from '../delivery-store.ts'
import type { EmailKey } from '../jobs.ts'
import { hearLater, lockDeparted } from '../later.ts'
import { draftTo, keyOf, openPost, type Post } from '../post.fixture.ts'
import type { Claim } from './claim.ts'
import { gate, scripted, unanswered } from './scripted.fixture.ts'

let url: string
let post: Post
beforeAll(async () => {
  url = await createTestDatabase(inject('clusterUrl'))
  post = await openPost(url, createCallers)
})
afterAll(() => post[Symbol.asyncDispose]())
beforeEach(() => post.clear())
afterEach(() => post.expectNothingStuck())

const claimAs: Post['claimAs'] = (...asked) => post.claimAs(...asked)
const addressesOf = ({ emails }: Claim) => emails.flatMap(({ deliveries }) => deliveries.map(({ address }) => address))
const typesOf = async (id: string) => (await eventsOf(post.database, id)).map(({ type }) => type)
const several = (count: number) => post.accept(Array.from({ length: count }, (_, nth) => draftTo([`${nth}@a.example`])))

test('what is open and not put off is taken, and nothing else', async () => {
  const email = await post.acceptOne(['open@a.example', 'done@a.example', 'later@a.example', 'due@a.example'])
  const set = (nth: number, change: ReturnType<typeof sql>) =>
    sql`update deliveries set ${change} where email_id = ${email.id} and nth = ${nth}`.execute(post.database.db)
  await set(1, sql`state = 'delivered'`)
  await set(2, sql`state = 'delayed', due_at = now() + interval '1 minute'`)
  await set(3, sql`state = 'delayed', due_at = now() - interval '1 second'`)

  const claimed = await claimAs('a', [keyOf(email)])

  expect(addressesOf(claimed)).toEqual(['open@a.example', 'due@a.example'])
  expect((await post.deliveriesOf(email.id)).map(one => [one.claimed_by, one.token])).toEqual([
    ['a', 1],
    [null, 0],
    [null, 0],
    ['a', 1],
  ])
})

test('an email is claimed by one of many workers that race for it', async () => {
  const emails = await several(100)
  const workers = Array.from({ length: 8 }, (_, nth) => `worker ${nth}`)
  await post.alive(...workers)

  const claims = await Promise.all(
    workers.map((workerId, nth) => claimAs(workerId, emails.map(keyOf), nth % 2 ? post.database : post.second)),
  )

  expect(claims.flatMap(addressesOf).toSorted()).toEqual(emails.flatMap(({ draft }) => draft.to).toSorted())
})

test('a delivery in living hands is left there and looked at again in 10 s', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  await post.alive('a', 'b')
  await claimAs('a', [keyOf(email)])

  const claimed = await claimAs('b', [keyOf(email)])

  expect(claimed).toEqual({ emails: [], doomed: [] })
  expect(await post.delivery(email.id)).toMatchObject({ claimed_by: 'a', token: 1 })
  expect(await post.dueIn(email.id)).toSatisfy((ms: number) => ms > 8_000 && ms <= 10_000)
})

test('a delivery that this worker has in hand is not taken from itself', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  await claimAs('a', [keyOf(email)])

  expect(addressesOf(await claimAs('a', [keyOf(email)]))).toEqual([])
  expect(await post.delivery(email.id)).toMatchObject({ claimed_by: 'a', token: 1, crashes: 0 })
})

test('what a dead worker had before the final dot is taken over under the next token, and counted', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  await claimAs('dead', [keyOf(email)])

  const claimed = await claimAs('b', [keyOf(email)])

  expect(addressesOf(claimed)).toEqual(['ada@a.example'])
  expect(await post.delivery(email.id)).toMatchObject({ claimed_by: 'b', token: 2, crashes: 1, doubts: 0, dot: false })
  expect(await typesOf(email.id)).toEqual(['email.processing'])
})

test('a worker that is silent for longer than its lease counts as dead', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  await post.alive('a')
  await claimAs('a', [keyOf(email)])
  await sql`update worker_heartbeats set seen_at = now() - interval '31 seconds'`.execute(post.database.db)

  expect(addressesOf(await claimAs('b', [keyOf(email)]))).toEqual(['ada@a.example'])
})

const die = async (email: EmailKey, workerId: string) => {
  const { emails } = await claimAs(workerId, [email])
  await markDots(
    post.database.db,
    emails.flatMap(({ deliveries }) => deliveries),
  )
}

test('what a dead worker had after the final dot is sent once more and said to be a possible duplicate', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  await die(keyOf(email), 'dead')

  const claimed = await claimAs('b', [keyOf(email)])

  expect(addressesOf(claimed)).toEqual(['ada@a.example'])
  expect(await post.delivery(email.id)).toMatchObject({ doubts: 1, crashes: 0, dot: false, token: 2 })
  const [, possible] = await eventsOf(post.database, email.id)
  expect(possible).toMatchObject({
    type: 'email.possible_duplicate',
    data: { email_id: email.id, recipient: 'ada@a.example', reason: expect.any(String) },
  })
})

test('an answer that was lost twice ends it: it may have arrived, and there is no third copy', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  await die(keyOf(email), 'dead 1')
  await die(keyOf(email), 'dead 2')
  const far = scripted()

  await post.run(post.hire([far]))

  expect(far.copies).toEqual([])
  expect(await post.statusOf(email.id)).toBe('sent')
  const events = await eventsOf(post.database, email.id)
  expect(events.map(({ type }) => type)).toEqual(['email.processing', 'email.possible_duplicate', 'email.unconfirmed'])
  expect(events[2]?.data).toMatchObject({
    recipient: 'ada@a.example',
    reason: expect.stringContaining('may have arrived'),
  })
})

test('an answer that is lost twice while the worker lives counts the same, at once', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  const far = scripted(() => unanswered)
  const worker = post.hire([far])

  await post.run(worker)
  await post.comeDue()
  await post.run(worker)

  expect(far.copies).toEqual(['ada@a.example', 'ada@a.example'])
  expect(await post.statusOf(email.id)).toBe('sent')
  expect(await post.delivery(email.id)).toMatchObject({ attempts: 2, due_at: null, dot: false })
  expect(await typesOf(email.id)).toEqual([
    'email.processing',
    'email.delivery_delayed',
    'email.possible_duplicate',
    'email.unconfirmed',
  ])
})

test('news that come later settle what is unconfirmed', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  await die(keyOf(email), 'dead 1')
  await die(keyOf(email), 'dead 2')
  await post.run(post.hire([scripted()]))

  const isNew = await post.database.transaction(async tx => {
    const departed = await lockDeparted(tx, email.id)
    return departed && hearLater(tx, departed, [{ nth: 0, news: { kind: 'delivered', reply: '250 Ok' } }], new Date())
  })

  expect(isNew).toBe(true)
  expect(await post.statusOf(email.id)).toBe('delivered')
})

test.each([
  ['it has no time left', sql`update deliveries set give_up_at = now(), attempts = 1`],
  [
    'its recipient was suppressed since',
    sql`insert into suppressions (environment_id, id, email, reason, created_at)
    select environment_id, gen_random_uuid(), address, 'manual', now() from deliveries`,
  ],
])('what may have arrived is neither failed nor given back: %s', async (_, change) => {
  const email = await post.acceptOne(['ada@a.example'])
  const consumed = async () => (await readCredits(post.database.db, post.live, new Date())).emailConsumed
  const before = await consumed()
  await die(keyOf(email), 'dead')
  await change.execute(post.database.db)

  await post.run(post.hire([scripted()]))

  expect(await post.statusOf(email.id)).toBe('sent')
  expect((await typesOf(email.id)).at(-1)).toBe('email.unconfirmed')
  expect(await consumed()).toBe(before)
})

test('nobody fails for a crash: however often workers end, the message comes back later each time and is delivered', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  const pauses: (number | null)[] = []
  for (let life = 1; life <= 9; life++) {
    await claimAs(`life ${life}`, [keyOf(email)])
    const ms = await post.dueIn(email.id)
    pauses.push(ms === null ? 0 : Math.round(ms / 1_000))
    // Its pause is over: the next worker takes it, and ends as well.
    await post.comeDue()
    if (ms !== null) await claimAs(`life ${life}b`, [keyOf(email)])
  }
  await post.comeDue()
  const far = scripted()

  await post.run(post.hire([far]))
  await post.comeDue()
  await post.run(post.hire([far]))

  expect(pauses).toEqual([0, 0, 1, 2, 4, 8, 16, 30, 30])
  expect(far.copies).toEqual(['ada@a.example'])
  expect(await post.statusOf(email.id)).toBe('delivered')
  expect(await post.delivery(email.id)).toMatchObject({ crashes: 0, doubts: 0 })
})

test('a message that ends every worker holds up none of those that share its job', async () => {
  const emails = await several(20)
  const poison = '2@a.example'
  const delivered: string[] = []
  // Each life of a worker: it claims what it gets, and ends at once if the poison is in it. How many it takes depends on the order of ids.
  for (let life = 1; life <= 40; life++) {
    const addresses = addressesOf(await claimAs(`life ${life}`, emails.map(keyOf)))
    if (!addresses.includes(poison)) {
      delivered.push(...addresses)
      await sql`update deliveries set state = 'delivered', claimed_by = null
        where address = any (${addresses})`.execute(post.database.db)
    }
    await post.comeDue()
  }

  expect(new Set(delivered).size).toBe(19)
  expect(await post.statusOf(emails[2]?.id ?? '')).toBe('processing')
})

test('what a dead worker had goes on together once; if that worker dies as well, after a pause, behind the others and with fewer each time', async () => {
  const emails = await several(12)
  const keys = emails.map(keyOf)
  await claimAs('dead', keys.slice(0, 10))
  expect(addressesOf(await claimAs('dead as well', keys.slice(0, 10)))).toHaveLength(10)
  await post.alive('b', 'c', 'd')

  expect(addressesOf(await claimAs('b', keys)).toSorted()).toEqual(['10@a.example', '11@a.example'])
  await post.comeDue()
  expect(addressesOf(await claimAs('c', keys))).toHaveLength(8)
  expect(addressesOf(await claimAs('d', keys))).toHaveLength(2)
})

test('suspects that wait behind a slow delivery are not forgotten when their job ends', async () => {
  const emails = await several(12)
  for (const life of ['dead', 'dead as well', 'dead again']) await claimAs(life, emails.slice(0, 11).map(keyOf))
  await post.comeDue()
  const { open, passed } = gate()
  const far = scripted(undefined, { afterDot: () => passed })
  await post.alive('b')

  await post.run(post.hire([far], { patienceMs: 50 }), 'b')

  await post.expectNothingStuck()
  open()
  await vi.waitFor(async () => expect(await post.statusOf(emails[11]?.id ?? '')).toBe('delivered'))
})

test('an address that was suppressed since is not written to', async () => {
  const email = await post.acceptOne(['ada@a.example', 'bob@a.example'])
  const { environmentId } = post.live
  const entry = { environmentId, email: 'ADA@a.example', reason: 'manual' as const, emailId: null, at: new Date() }
  await post.database.transaction(tx => suppressEach(tx, [entry]))
  const far = scripted()

  await post.run(post.hire([far]))

  expect(far.copies).toEqual(['bob@a.example'])
  expect((await post.deliveriesOf(email.id)).map(({ state }) => state)).toEqual(['suppressed', 'delivered'])
  expect(await post.statusOf(email.id)).toBe('delivered')
})

test('all recipients that were suppressed since are given back their credits, once', async () => {
  const email = await post.acceptOne(['ada@a.example', 'bob@a.example', 'eve@a.example'])
  const { environmentId, organizationId } = post.live
  const entry = (name: string) => ({
    environmentId,
    email: `${name}@a.example`,
    reason: 'manual' as const,
    emailId: null,
    at: new Date(),
  })
  const consumed = async () => (await readCredits(post.database.db, { organizationId }, new Date())).emailConsumed
  const before = await consumed()
  await post.database.transaction(tx => suppressEach(tx, ['ada', 'bob', 'eve'].map(entry)))

  await post.run(post.hire([scripted()]))

  expect(await post.statusOf(email.id)).toBe('suppressed')
  expect(before - (await consumed())).toBe(3)
})

test('a reader who left one topic still gets the broadcast of another, in the same job', async () => {
  const { database, live } = post
  const now = new Date()
  const [news, offers] = await database.transaction(async tx => [
    await createTopic(tx, live, now, { name: 'News' }),
    await createTopic(tx, live, now, { name: 'Offers' }),
  ])
  const asked = { email: 'reader@a.example' }
  const [contact] = await database.transaction(tx => createContacts(tx, [{ caller: live, asked, now }]))
  if (!contact || contact instanceof Refusal) throw new Error('the contact was not created')
  const membership = { contactId: contact.id, topicId: news?.id ?? '', subscribed: true }
  await database.transaction(tx => setMembership(tx, live, now, membership))
  const broadcast = (topicId = '') => draftTo(['reader@a.example'], { messageStream: 'broadcast', topicId })
  const [fromNews] = await post.accept([broadcast(news?.id)])
  const [fromOffers] = await post.accept([broadcast(offers?.id)])
  expect([fromNews?.status, fromOffers?.status]).toEqual(['processing', 'suppressed'])
  // As if the reader had left after both were accepted.
  await sql`update deliveries set state = 'waiting' where email_id = ${fromOffers?.id}`.execute(database.db)

  const claimed = await claimAs(
    'a',
    [fromNews, fromOffers].flatMap(email => (email ? [keyOf(email)] : [])),
  )

  expect(claimed.emails.map(({ emailId }) => emailId)).toEqual([fromNews?.id])
  expect(claimed.doomed.map(({ delivery }) => delivery.emailId)).toEqual([fromOffers?.id])
  await sql`update deliveries set state = 'suppressed', claimed_by = null where state = 'waiting'`.execute(database.db)
})

test('one that was tried and has no time left has failed without another attempt', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  await sql`update deliveries set give_up_at = now(), attempts = 3, state = 'delayed'`.execute(post.database.db)
  const far = scripted()

  await post.run(post.hire([far]))

  expect(far.begun).toEqual([])
  expect(await post.statusOf(email.id)).toBe('failed')
})

test('one that was never tried, because nobody worked for days, still gets its attempt', async () => {
  await post.acceptOne(['ada@a.example'])
  await sql`update deliveries set give_up_at = now()`.execute(post.database.db)
  const far = scripted()

  await post.run(post.hire([far]))

  expect(far.copies).toEqual(['ada@a.example'])
})

/** Holds up whoever reads the content of emails. */
async function holdContent(): Promise<AsyncDisposable & { letGo(): Promise<void> }> {
  const [begun, ended] = [gate(), gate()]
  const transaction = post.second.transaction(async tx => {
    await sql`lock table emails in access exclusive mode`.execute(tx)
    begun.open()
    await ended.passed
  })
  await begun.passed
  const letGo = async () => {
    ended.open()
    await transaction
  }
  return { letGo, [Symbol.asyncDispose]: letGo }
}

test('two jobs of one worker with the same email do not take it from each other', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  const [job] = await post.jobs()
  if (!job) throw new Error('no job')
  const far = scripted()
  const worker = post.hire([far])
  const deliver = () => worker.deliver(job.payload, { workerId: 'a', signal: new AbortController().signal })
  await post.alive('a')
  await using held = await holdContent()

  const first = deliver()
  await untilSomebodyWaits(post.database.db)
  let ended = false
  const second = deliver().then(() => {
    ended = true
  })
  // Either it leaves the email alone, or it waits as well.
  await vi.waitFor(async () => expect(ended || (await waitingForLocks(post.database.db)) === 2).toBe(true))
  await held.letGo()
  await Promise.all([first, second])

  expect(far.copies).toEqual(['ada@a.example'])
  expect(await post.delivery(email.id)).toMatchObject({ state: 'delivered', token: 1, crashes: 0, doubts: 0 })
})

test('a database that is slow to show the content is not taken for a worker that ended', async () => {
  const email = await post.acceptOne(['ada@a.example'])
  await using impatient = openDatabase({ url, queryTimeoutMs: 300 })
  const far = scripted()
  const worker = post.hire([far], { database: impatient })
  await using held = await holdContent()

  const running = post.run(worker)
  await pause(2_000)
  await held.letGo()
  await running

  expect(await eventsOf(post.database, email.id)).not.toContainEqual(expect.objectContaining({ type: 'email.failed' }))
  expect(far.copies).toEqual(['ada@a.example'])
})
