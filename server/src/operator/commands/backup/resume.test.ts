/** A service with work in progress is backed up, and restored into another that holds everything until it is resumed. */
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { startEngine } from '#engine/engine.ts'
import { openDatabase } from '#postgres/database.ts'
import { beginning, type EventPosition } from '#resources/automation/event-log/event-position.ts'
import { readEvents } from '#resources/automation/event-log/read.ts'
import { webhookChannel } from '#resources/automation/webhooks/deliver/webhook-channel.ts'
import { openRuns } from '#resources/automation/workflows/advance/runs.fixture.ts'
import { fireDueSchedules } from '#resources/automation/workflows/fire.ts'
import { scripted } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import { openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { explainEmail } from '#resources/messages/emails/read/read.ts'
import { openSmsFixture } from '#resources/messages/sms/sms.fixture.ts'
import { scripted as scriptedCarrier } from '#resources/messages/sms/submit/scripted.fixture.ts'
import { parseConfig } from '#setup/config.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { eventsOf } from '../../../../testing/events.ts'
import { createBareDatabase, createTestDatabase } from '../../../../testing/postgres.ts'
import { schedules } from '../../../../testing/schedules.ts'
import { openWebhookScene } from '../../../../testing/webhook-room.ts'
import { emptyFolder, type, typeJson } from '../../terminal.fixture.ts'

const file = join(emptyFolder(), 'posthorn.backup')
const welcome = {
  key: 'welcome',
  type: 'send_email',
  config: { from: 'a@acme.test', subject: 'Hi', text: 'Hi', message_stream: 'transactional' },
} as const
const tomorrow = { key: 'later', type: 'delay', config: { days: 1 } } as const

/** A service with one organization, on the database of this URL. */
async function openService(url: string, known?: Awaited<ReturnType<typeof createCallers>>) {
  const opened = new AsyncDisposableStack()
  const database = opened.use(openDatabase({ url }))
  const callers = known ?? (await createCallers(database))
  const sameCallers = async () => callers
  const mail = opened.use(await openEmailFixture(url, sameCallers))
  const texts = opened.use(await openSmsFixture(url, sameCallers))
  const runs = opened.use(await openRuns(url, sameCallers))
  const webhooks = openWebhookScene(database, callers.live)
  return { url, database, callers, mail, texts, runs, webhooks, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
type Service = Awaited<ReturnType<typeof openService>>

/** A worker with all channels that takes due work, and a record of what it has sent. */
async function startWorker({ database, mail, texts, runs, webhooks }: Service) {
  const opened = new AsyncDisposableStack()
  const transport = scripted()
  const carrier = scriptedCarrier()
  const posts: string[] = []
  const poster = {
    async post({ headers }: { headers: Readonly<Record<string, string>> }) {
      posts.push(headers['webhook-id'] ?? '')
      return { kind: 'answered' as const, status: 204, response: '', durationMs: 1 }
    },
    [Symbol.asyncDispose]: async () => {},
  }
  const log = pino({ level: 'silent' })
  const parts = { database, clock: systemClock, log, poster, stopWithinMs: 500 }
  const hooks = opened.use(webhookChannel({ ...parts, secrets: webhooks.secrets }))
  const channels = [mail.openChannel([transport]), texts.openChannel([carrier]).channel, hooks]
  opened.use(await startEngine({ database, log, channels }))
  const advance = () => runs.settle()
  const left = () => ({ emails: transport.copies.toSorted(), texts: carrier.copies.length, posts })
  return { advance, left, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

let source: Service
let ids: Record<'waiting' | 'inFlight' | 'later' | 'past' | 'sms' | 'laterSms' | 'pastSms' | 'run' | 'idle', string>
beforeAll(async () => {
  source = await openService(await createTestDatabase(inject('clusterUrl')))
  const { mail, texts, runs, webhooks, callers, database } = source
  const webhook = await webhooks.create({ subscribed_events: ['email.processing'] })
  const accept = async (address: string, scheduledFor: Date | null = null) =>
    (await mail.acceptOne([address], scheduledFor ? { scheduledFor: scheduledFor.toISOString() } : {})).id
  const inFlight = await accept('in-flight@acme.test')
  await mail.takeAs('a worker of the old place')
  await sql`update deliveries set dot = true where email_id = ${inFlight}`.execute(database.db)
  const idleFlow = await runs.addWorkflow([tomorrow, welcome], [['later', 'welcome']])
  await runs.addContact()
  await runs.settle()
  await runs.setStatus(idleFlow, 'paused')
  const inAnHour = { scheduled_for: new Date(Date.now() + 3_600_000).toISOString() }
  const dueFlow = await runs.addWorkflow([welcome])
  await runs.addContact({ email: 'run@acme.test' })
  const room = schedules(database)
  const schedule = await room.create(callers.live)
  await room.dueAt(schedule, new Date(Date.now() - 60_000))
  ids = {
    waiting: await accept('waiting@acme.test'),
    inFlight,
    later: await accept('later@acme.test', new Date(Date.now() + 3_600_000)),
    past: await accept('past@acme.test', new Date(Date.now() + 3_600_000)),
    sms: (await texts.acceptOne(texts.newNumber())).id,
    laterSms: (await texts.acceptOne(texts.newNumber(), inAnHour)).id,
    pastSms: (await texts.acceptOne(texts.newNumber(), inAnHour)).id,
    run: (await runs.runOf(dueFlow)).id,
    idle: (await runs.runOf(idleFlow)).id,
  }
  await runs.setStatus(idleFlow, 'active')
  expect(webhook.status).toBe('active')
  const { out } = await type(parseConfig({ DATABASE_URL: source.url }), 'backup', file)
  expect(out).toContain(`${file}: all data as of`)
})
afterAll(() => source[Symbol.asyncDispose]())

async function restore(): Promise<Service & { config: ReturnType<typeof parseConfig> }> {
  const url = await createBareDatabase(inject('clusterUrl'))
  const config = parseConfig({ DATABASE_URL: url, POSTHORN_ALLOW_UNSAFE_DATABASE: 'true' })
  const { exitCode, out } = await type(config, 'restore', file)
  expect({ exitCode, out }).toMatchObject({ exitCode: 0, out: expect.stringContaining('posthorn -- resume') })
  const service = await openService(url, source.callers)
  // Its time has come.
  await sql`update email_progress set scheduled_for = now() - interval '1 second' where email_id = ${ids.past}`.execute(
    service.database.db,
  )
  await sql`update sms_progress set scheduled_for = now() - interval '1 second' where sms_id = ${ids.pastSms}`.execute(
    service.database.db,
  )
  return Object.assign(service, { config })
}

/** Long enough for every channel to poll twice. */
const while2Looks = () => new Promise(resolve => setTimeout(resolve, 1_200))

const stateOf = async ({ database }: Service, runId: string) =>
  database.db
    .selectFrom('workflow_runs')
    .select(['state', 'error', 'in_doubt'])
    .where('id', '=', runId)
    .executeTakeFirst()

const typesOf = async ({ database }: Service, id: string): Promise<string[]> =>
  (await eventsOf(database, id)).map(({ type }) => type)

test('a restored copy sends nothing, accepted messages wait, and every command says why', async () => {
  await using service = await restore()
  const { database, mail, config, callers } = service
  await using worker = await startWorker(service)
  const fresh = await mail.acceptOne(['fresh@acme.test'])
  await worker.advance()
  await fireDueSchedules(database)
  await while2Looks()

  expect(worker.left()).toEqual({ emails: [], texts: 0, posts: [] })
  expect(await stateOf(service, ids.run)).toMatchObject({ state: 'running' })
  expect(await database.db.selectFrom('workflow_sweeps').selectAll().execute()).toEqual([])
  for (const id of [fresh.id, ids.waiting]) {
    const { summary, waiting } = await explainEmail(database.db, database.db, callers.live, id)
    expect(summary).toMatch(
      /^Waiting for the operator: this is a restored copy of .* until `npm run -s posthorn -- resume`\.$/,
    )
    expect(waiting?.for).toMatch(/^restored copy of 20.* UTC$/)
  }
  expect((await type(config, 'queue')).out).toMatch(/^Nothing is sent: this is a restored copy.* posthorn -- resume/)
  const { checks } = await typeJson(config, 'doctor')
  expect(checks).toContainEqual(expect.objectContaining({ name: 'sending', status: 'warning' }))
})

test('the operator is told what was open, and nothing is sent until they choose', async () => {
  await using service = await restore()
  await using worker = await startWorker(service)

  const { exitCode, out } = await type(service.config, 'resume')
  const { open, holding } = await typeJson(service.config, 'resume')
  await while2Looks()

  expect(exitCode).toBe(1)
  expect(holding).toBe(true)
  expect(open).toEqual({
    emails: 3,
    sms: 2,
    fallbacks: 0,
    broadcasts: 0,
    webhook_deliveries: 2,
    workflow_runs: 1,
    workflow_schedules: 1,
  })
  expect(out).toContain(
    '3 emails, 2 text messages, 2 events for webhooks, 1 run of a workflow, and 1 schedule of a workflow',
  )
  expect(out).toMatch(/resume --open send .*\n.*resume --open give-up/)
  expect(worker.left()).toEqual({ emails: [], texts: 0, posts: [] })
})

test('work that was open in the backup is sent once, and marked as a possible duplicate', async () => {
  await using service = await restore()
  const { database, mail } = service
  await using worker = await startWorker(service)
  const fresh = await mail.acceptOne(['fresh@acme.test'])

  const { exitCode } = await type(service.config, 'resume', '--open', 'send')

  expect(exitCode).toBe(0)
  await expect
    .poll(() => worker.left().emails)
    .toEqual(['fresh@acme.test', 'in-flight@acme.test', 'past@acme.test', 'waiting@acme.test'])
  await expect.poll(() => worker.left().texts).toBe(2)
  await worker.advance()
  await expect.poll(() => worker.left().emails).toContain('run@acme.test')
  // The two from before, the one released since, the fresh one and the one of the run.
  await expect.poll(() => new Set(worker.left().posts).size).toBe(5)
  await while2Looks()
  expect(worker.left().emails).toHaveLength(5)
  for (const id of [ids.waiting, ids.inFlight, ids.past])
    expect((await typesOf(service, id)).filter(one => one === 'email.possible_duplicate')).toHaveLength(1)
  for (const id of [ids.sms, ids.pastSms]) expect(await typesOf(service, id)).toContain('sms.possible_duplicate')
  expect(await typesOf(service, fresh.id)).not.toContain('email.possible_duplicate')
  expect(await mail.statusOf(ids.later)).toBe('scheduled')
  expect(await service.texts.statusOf(ids.laterSms)).toBe('scheduled')
  await fireDueSchedules(database)
  expect(await database.db.selectFrom('workflow_sweeps').selectAll().execute()).toHaveLength(1)
  expect((await type(service.config, 'resume')).out).toBe('Nothing is held: this is not a restored copy.\n')
})

test('work that was open in the backup is given up with a reason, and later messages are sent', async () => {
  await using service = await restore()
  const { database, mail, texts } = service
  await using worker = await startWorker(service)
  const fresh = await mail.acceptOne(['fresh@acme.test'])

  const { out } = await type(service.config, 'resume', '--open', 'give-up')

  expect(out).toMatch(/^Given up: 3 emails, .*\. Sending continues\.\n$/)
  await worker.advance()
  await fireDueSchedules(database)
  await expect.poll(() => worker.left().emails).toEqual(['fresh@acme.test'])
  await while2Looks()
  expect(worker.left()).toMatchObject({ emails: ['fresh@acme.test'], texts: 0 })
  expect(await mail.statusOf(ids.waiting)).toBe('failed')
  expect(await mail.statusOf(ids.past)).toBe('failed')
  // Its final dot had been sent.
  expect(await typesOf(service, ids.inFlight)).toContain('email.unconfirmed')
  for (const id of [ids.sms, ids.pastSms]) expect(await texts.statusOf(id)).toBe('failed')
  expect(await texts.statusOf(ids.laterSms)).toBe('scheduled')
  const failed = (await eventsOf(database, ids.waiting)).find(({ type }) => type === 'email.failed')
  expect(failed?.data).toMatchObject({
    reason: expect.stringMatching(/may have left since\. The operator gave it up\.$/),
  })
  expect(await stateOf(service, ids.run)).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('gave it up'),
  })
  expect(await typesOf(service, ids.run)).toEqual(['workflow.run_failed'])
  expect(await stateOf(service, ids.idle)).toMatchObject({ state: 'waiting' })
  const deliveries = await database.db.selectFrom('webhook_deliveries').select(['status', 'subject_id']).execute()
  expect(deliveries.filter(({ subject_id }) => subject_id === ids.waiting)).toMatchObject([{ status: 'failed' }])
  expect(deliveries.filter(({ subject_id }) => subject_id === fresh.id)).toMatchObject([{ status: 'delivered' }])
  expect(await database.db.selectFrom('workflow_sweeps').selectAll().execute()).toEqual([])
  await mail.expectNothingStuck()
})

test('a reader of events continues with an old cursor, even one from after the backup', async () => {
  const { environmentId } = source.callers.live
  const late = await source.mail.acceptOne(['after-the-backup@acme.test'])
  const read = (at: Service, after: EventPosition) => readEvents(at.database.db, environmentId, after, 1_000)
  // Events are readable only when no older transaction of the cluster is open, and other tests have transactions too.
  const { next: cursor, events: before } = await vi.waitFor(async () => {
    const all = await read(source, beginning)
    expect(all.events.at(-1)?.data).toMatchObject({ email_id: late.id })
    return all
  }, 10_000)
  await using service = await restore()
  const atBackup = await read(service, beginning)

  const fresh = await service.mail.acceptOne(['fresh@acme.test'])
  // As in a cluster that is ahead of this one.
  const since = await vi.waitFor(async () => {
    const found = await read(service, { ...cursor, xact: cursor.xact + 1_000_000_000n })
    expect(found.events).toHaveLength(1)
    return found
  }, 10_000)

  expect(before.length).toBeGreaterThan(atBackup.events.length)
  expect(atBackup.events.length).toBeGreaterThan(0)
  expect(since.events.map(({ type, data }) => [type, data])).toEqual([
    ['email.processing', expect.objectContaining({ email_id: fresh.id })],
  ])
})
