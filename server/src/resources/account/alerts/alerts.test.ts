import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { newId } from '#core/id.ts'
import { sealer } from '#core/seal.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { accepted, deferred, scripted, unknownMailbox } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import { systemMailer } from '#resources/messages/emails/system-mail.ts'
import type { EmailTransport } from '#transports/transport.ts'
import type { WebhookAnswer, WebhookPost } from '#transports/webhook.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { sendTestAlert, setAlerts } from './change.ts'
import { checkAlerts, watchAlerts } from './check.ts'
import { readAlerts } from './read.ts'
import { type SendAlertParts, sendAlert } from './send-alert.ts'

let database: Database
let second: Database
let url: string
beforeAll(async () => {
  url = await createTestDatabase(inject('clusterUrl'))
  database = openDatabase({ url })
  second = openDatabase({ url })
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await second[Symbol.asyncDispose]()
})

const publicUrl = 'https://posthorn.test'
const slackUrl = 'https://hooks.slack.com/services/T0/B0/secret-1234'
const own = { sealer: sealer(Buffer.alloc(32, 7)), addresses: 'public' as const }
const noon = new Date('2026-11-15T12:00:00Z')
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)

type Place = Awaited<ReturnType<typeof createCallers>>['live']
let live: Place
let ada: string
beforeEach(async () => {
  await emptyTables(database.db, 'alert_settings, alerts, alert_messages, jobs, webhooks')
  const made = await createCallers(database)
  live = made.live
  ada = newId(new Date())
  await sql`insert into people (id, name, email, email_verified, created_at, updated_at) values (${ada}, 'Ada', ${`${ada}@acme.test`}, true, now(), now())`.execute(
    database.db,
  )
  await sql`insert into members (organization_id, person_id, role, created_at)
    values (${made.organizationId}, ${ada}, 'owner', now())`.execute(database.db)
})

const set = (asked: Parameters<typeof setAlerts>[3], place = live) =>
  database.transaction(tx => setAlerts(tx, place, own, asked))
const watchWebhooks = (on = true) =>
  set({ rules: [{ kind: 'webhook', on, limit: 10, at_least: 1 }], mail_to: [ada], slack_url: slackUrl })
const failingWebhook = async (): Promise<string> => {
  const id = newId(new Date())
  await sql`insert into webhooks (environment_id, id, url, status, subscribed_events, secret, failing_since, created_at, updated_at)
    values (${live.environmentId}, ${id}, 'https://a.test/', 'active', '{*}', '', ${later(-60)}, now(), now())`.execute(
    database.db,
  )
  return id
}
const check = (at: Date, from = database) => from.transaction(tx => checkAlerts(tx, live.environmentId, publicUrl, at))
const events = async () => {
  const { rows } = await sql<{ type: string; repeated: boolean | null }>`
    select type, (data->>'repeated')::boolean as repeated from events
    where environment_id = ${live.environmentId} and type like 'alert.%' order by position`.execute(database.db)
  return rows.map(({ type, repeated }) => (repeated ? `${type} again` : type))
}
const subjects = async () =>
  (await readAlerts(database.db, live.environmentId, true)).messages.map(
    ({ channel, subject }) => `${channel}: ${subject}`,
  )
const tasks = async () => {
  const { rows } = await sql<{ task: string; payload: { environmentId: string; id: string } }>`
    select task, payload from jobs order by id`.execute(database.db)
  return rows
}

test('a problem is alerted once, with concurrent checks and with repeated ones', async () => {
  await watchWebhooks()
  await failingWebhook()

  await Promise.all([check(noon), check(noon, second), check(noon), check(noon, second)])
  await check(later(5))

  expect(await events()).toEqual(['alert.fired'])
  expect((await subjects()).toSorted()).toEqual([
    'email: Alert: a webhook is failing',
    'slack: Alert: a webhook is failing',
  ])
  expect((await tasks()).map(({ task }) => task)).toEqual(['tell_alert', 'tell_alert'])
  const { firing } = await readAlerts(database.db, live.environmentId, true)
  expect(firing).toMatchObject([
    { kind: 'webhook', title: 'The webhook https://a.test/ is failing', since: noon.toISOString() },
  ])
})

test('there is one reminder after a day, and one message when it is over', async () => {
  await watchWebhooks()
  const id = await failingWebhook()
  await check(noon)

  for (const minutes of [5, 24 * 60, 24 * 60 + 5]) await check(later(minutes))
  expect(await events()).toEqual(['alert.fired', 'alert.fired again'])
  await sql`update webhooks set failing_since = null where id = ${id}`.execute(database.db)
  await check(later(24 * 60 + 10))
  expect(await events(), 'it may come back').toHaveLength(2)
  for (const minutes of [15, 20]) await check(later(24 * 60 + minutes))

  expect(await events()).toEqual(['alert.fired', 'alert.fired again', 'alert.resolved'])
  expect((await readAlerts(database.db, live.environmentId, true)).firing).toEqual([])
})

test('subscribed webhooks get the events', async () => {
  await watchWebhooks()
  const webhook = await failingWebhook()

  await check(noon)

  const { rows } = await sql`select from webhook_deliveries where webhook_id = ${webhook}`.execute(database.db)
  expect(rows).toHaveLength(1)
})

test('switching a rule off ends its alerts without a message', async () => {
  await watchWebhooks()
  await failingWebhook()
  await check(noon)
  await watchWebhooks(false)

  await watchAlerts(database)
  const asked = (await tasks()).filter(({ task }) => task === 'check_alerts')
  expect(asked.map(({ payload }) => payload.environmentId)).toEqual([live.environmentId])
  await check(later(5))

  expect(await events()).toEqual(['alert.fired'])
  expect((await readAlerts(database.db, live.environmentId, true)).firing).toEqual([])
  await emptyTables(database.db, 'jobs')
  await watchAlerts(database)
  expect(await tasks()).toEqual([])
})

test('a waiting email is measured from its scheduled time', async () => {
  await set({ rules: [{ kind: 'waiting', on: true, limit: 15, at_least: 1 }] })
  const id = newId(later(-600))
  await sql`insert into emails (environment_id, id, organization_id, from_address, to_addresses, subject, message_stream, size, attachments, created_at)
    values (${live.environmentId}, ${id}, ${live.organizationId}, 'a@acme.test', '{b@acme.test}', 's', 'transactional', 1, 0, ${later(-600)})`.execute(
    database.db,
  )
  await sql`insert into email_progress (environment_id, email_id, status, recipients, scheduled_for)
    values (${live.environmentId}, ${id}, 'processing', 1, ${later(-10)})`.execute(database.db)

  await check(noon)
  expect(await events()).toEqual([])
  await check(later(6))
  expect(await events()).toEqual(['alert.fired'])
})

test('a waiting text message is measured from its scheduled time', async () => {
  await set({ rules: [{ kind: 'waiting', on: true, limit: 15, at_least: 1 }] })
  const id = newId(later(-600))
  await sql`insert into sms (environment_id, id, organization_id, direction, from_number, to_number, body, encoding, segments, credits, charge, card_cost, created_at)
    values (${live.environmentId}, ${id}, ${live.organizationId}, 'outbound', '+1', '+2', 'b', 'gsm7', 1, 1, 1, 1, ${later(-600)})`.execute(
    database.db,
  )
  await sql`insert into sms_progress (environment_id, sms_id, status, give_up_at, scheduled_for)
    values (${live.environmentId}, ${id}, 'processing', now(), ${later(-10)})`.execute(database.db)

  await check(noon)
  expect(await events()).toEqual([])
  await check(later(6))
  expect(await events()).toEqual(['alert.fired'])
})

const partsOf = (special: Partial<SendAlertParts>): Parameters<typeof sendAlert>[0] => ({
  ...{ database, clock: () => later(1), publicUrl, sendSystemMail: mailerBy(null) },
  ...{ sealer: own.sealer, log: pino({ level: 'silent' }) },
  poster: { post: async () => ok, [Symbol.asyncDispose]: async () => {} },
  ...special,
})
const mailerBy = (transport: EmailTransport | null) =>
  systemMailer(
    async ({ text }) => Buffer.from(text ?? ''),
    () => transport && { from: { name: null, address: 'posthorn@us.example' }, transport },
  )
const ok: WebhookAnswer = { kind: 'answered', status: 200, response: 'ok', durationMs: 1 }
const posterOf = (answer: WebhookAnswer, posts: WebhookPost[] = []) => ({
  post: async (post: WebhookPost) => {
    posts.push(post)
    return answer
  },
  [Symbol.asyncDispose]: async () => {},
})
const test1 = async (channel: 'email' | 'slack', at = noon) => {
  await set(channel === 'email' ? { mail_to: [ada] } : { slack_url: slackUrl })
  await database.transaction(tx => sendTestAlert(tx, live, publicUrl, at))
  const [job] = await tasks()
  if (!job) throw new Error('there is no job')
  return job.payload
}
const resultOf = async () => {
  const { messages } = await readAlerts(database.db, live.environmentId, true)
  return messages.map(({ state, detail }) => [state, detail])
}

test('a message goes to a member by mail, and the second run of its job sends none', async () => {
  const key = await test1('email')
  const transport = scripted()

  await sendAlert(partsOf({ sendSystemMail: mailerBy(transport) }), key)
  await sendAlert(partsOf({ sendSystemMail: mailerBy(transport) }), key)

  expect(transport.copies).toEqual([`${ada}@acme.test`])
  expect(await resultOf()).toEqual([['sent', '250 2.0.0 Ok']])
})

test.each([
  ['a refusal', () => unknownMailbox, ['failed', '550 5.1.1 No such user']],
  ['no sender', null, ['failed', expect.stringContaining('POSTHORN_MAIL_FROM')]],
] as const)('%s fails the message, with the reason', async (_, answer, result) => {
  const key = await test1('email')

  await sendAlert(partsOf({ sendSystemMail: mailerBy(answer && scripted(answer)) }), key)

  expect(await resultOf()).toEqual([result])
})

test('a former member gets no message', async () => {
  const key = await test1('email')
  await sql`delete from members where person_id = ${ada}`.execute(database.db)
  const transport = scripted(() => accepted)

  await sendAlert(partsOf({ sendSystemMail: mailerBy(transport) }), key)

  expect(transport.copies).toEqual([])
  expect(await resultOf()).toEqual([['failed', 'No longer a member.']])
})

test('when the only recipient has left, nobody gets alerts, and a test says so', async () => {
  await set({ mail_to: [ada] })
  await sql`delete from members where person_id = ${ada}`.execute(database.db)

  expect((await readAlerts(database.db, live.environmentId, true)).mail_to).toEqual([])
  await expect(database.transaction(tx => sendTestAlert(tx, live, publicUrl, noon))).rejects.toMatchObject({
    code: 'invalid_state',
    message: expect.stringContaining('No one gets alerts'),
  })
})

test('a deferred message is retried, and given up after six hours', async () => {
  const key = await test1('email')
  const sendSystemMail = mailerBy(scripted(() => deferred))

  await expect(sendAlert(partsOf({ sendSystemMail }), key)).rejects.toThrow('451 4.7.1 Greylisted')
  expect(await resultOf()).toEqual([['queued', '451 4.7.1 Greylisted']])
  await sendAlert(partsOf({ sendSystemMail, clock: () => later(361) }), key)

  expect(await resultOf()).toEqual([['failed', '451 4.7.1 Greylisted']])
})

test('Slack gets a text with its markup escaped, at a URL that is sealed in the database', async () => {
  const key = await test1('slack')
  await sql`update alert_messages set body = 'The webhook <!channel> & co. fails'`.execute(database.db)
  const posts: WebhookPost[] = []

  await sendAlert(partsOf({ poster: posterOf(ok, posts) }), key)

  expect(posts.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
    [slackUrl, { text: '*A test of your alerts*\nThe webhook &lt;!channel&gt; &amp; co. fails' }],
  ])
  expect(await resultOf()).toEqual([['sent', '200 ok']])
  const { rows } = await sql<{ row: string }>`select s::text as row from alert_settings s`.execute(database.db)
  expect(rows[0]?.row).not.toContain(Buffer.from('secret').toString('hex'))
  expect((await readAlerts(database.db, live.environmentId, true)).slack).toBe('hooks.slack.com/…1234')
})

test.each<[WebhookAnswer, string]>([
  [{ ...ok, status: 404, response: 'no_service' } as WebhookAnswer, 'failed 404 no_service'],
  [{ ...ok, status: 503, response: '' } as WebhookAnswer, 'queued 503'],
  [{ kind: 'unanswered', error: 'timed out', durationMs: 1 }, 'queued timed out'],
])('the answer of Slack decides: %j', async (answer, result) => {
  const key = await test1('slack')

  await sendAlert(partsOf({ poster: posterOf(answer) }), key).catch(() => {})

  expect((await resultOf()).map(one => one.join(' '))).toEqual([result])
})

test('only members can get alerts, only public addresses are reached, and test environments have none', async () => {
  const stranger = newId(new Date())

  await expect(set({ mail_to: [stranger] })).rejects.toMatchObject({ code: 'validation_error' })
  await expect(set({ slack_url: 'https://127.0.0.1/hook' })).rejects.toMatchObject({ code: 'validation_error' })
  await expect(set({ mail_to: [ada] }, { ...live, mode: 'test' })).rejects.toMatchObject({ code: 'invalid_state' })
})

test('a test alert needs a recipient, and at most three a minute are sent', async () => {
  const send = (at: Date) => database.transaction(tx => sendTestAlert(tx, live, publicUrl, at))
  await expect(send(noon)).rejects.toMatchObject({ code: 'invalid_state' })
  await set({ mail_to: [ada] })

  for (const seconds of [0, 1, 2]) await send(new Date(noon.getTime() + seconds * 1_000))

  await expect(send(new Date(noon.getTime() + 3_000))).rejects.toMatchObject({ code: 'rate_limit_exceeded' })
  expect(await send(later(2))).toBe(1)
})
