import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { Replayed } from '#core/idempotency.ts'
import { Refusal } from '#core/refusal.ts'
import { listenForWork, wake } from '#engine/wake.ts'
import { reconcile } from '#resources/account/credits/reconcile.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { addNumber } from '#resources/messages/numbers/add.ts'
import { optIn, optOut } from '#resources/messages/opt-outs/change.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { accountOf, ledgerOf, newBalance } from '../../../../testing/credits-database.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { routesOf } from '../../../../testing/sms-routes.ts'
import { acceptSms } from './accept.ts'
import { card, draftTo, openSmsFixture, rate, type SmsFixture, textOf } from './sms.fixture.ts'
import type { Draft } from './sms.ts'

let url: string
let texts: SmsFixture
beforeAll(async () => {
  url = await createTestDatabase(inject('clusterUrl'))
  texts = await openSmsFixture(url, createCallers)
})
afterAll(() => texts[Symbol.asyncDispose]())
beforeEach(() => texts.clear())
afterEach(() => texts.expectNothingStuck())

const ada = '+14155550100'
const oneCredit = { ...card, sms: { byPrefix: new Map(), default: rate(1, 3, '0.0005') } }
/** The routes of two processes. */
const doors = (rates = card) => [routesOf(texts.database, rates), routesOf(texts.second, rates)] as const

const acceptAll = (requests: readonly { caller?: Caller; draft: Draft }[]) =>
  texts.database.transaction(tx =>
    acceptSms(
      tx,
      card,
      requests.map(({ caller = texts.live, draft }) => ({ caller, draft, now: new Date() })),
    ),
  )
const codesOf = (verdicts: readonly unknown[]) =>
  verdicts.map(verdict => (verdict instanceof Refusal ? verdict.code : 'accepted'))

/** A caller of an organization with exactly this balance. */
async function callerWith(credits: number): Promise<Caller> {
  const organizationId = await newBalance(texts, credits)
  const { id: environmentId } = await texts.database.db
    .selectFrom('environments')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('mode', '=', 'live')
    .executeTakeFirstOrThrow()
  return { ...texts.live, organizationId, environmentId }
}

test('an accepted message is stored, paid for and due', async () => {
  const sms = await texts.acceptOne(ada)

  expect(await texts.progress(sms.id)).toMatchObject({ status: 'processing', held_by: null, token: 0, attempts: 0 })
  expect(await texts.detail(sms)).toMatchObject({
    id: sms.id,
    to: ada,
    body: sms.draft.body,
    direction: 'outbound',
    credits_consumed: 10,
    customer_charge_dollars: 0.01,
    carrier_total_cost: 0.0072,
    margin_dollars: 0.0028,
    media_urls: [],
    events: [],
  })
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
  expect(await texts.due()).toEqual([sms.id])
})

test('a message for later is stored and paid for, and not due', async () => {
  const scheduled_for = '2099-01-01T00:00:00.123456789Z'

  const sms = await texts.acceptOne(ada, { scheduled_for })

  expect(await texts.detail(sms)).toMatchObject({
    ...{ status: 'scheduled', scheduled_for: '2099-01-01T00:00:00.123Z', sent_at: null, credits_consumed: 10 },
    events: [{ type: 'scheduled' }],
  })
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
  expect(await texts.due()).toEqual([])
})

test('a transaction that is rolled back leaves no message, no charge and nothing due', async () => {
  const before = await accountOf(texts.database, texts.live.organizationId)

  const undone = texts.database.transaction(async tx => {
    await acceptSms(tx, card, [{ caller: texts.live, draft: draftTo(ada), now: new Date() }])
    throw new Error('power cut')
  })

  await expect(undone).rejects.toThrow('power cut')
  expect(await texts.stored()).toEqual([])
  expect(await texts.due()).toEqual([])
  expect(await accountOf(texts.database, texts.live.organizationId)).toEqual(before)
})

test('workers are woken for accepted messages after the commit, and not without one', async () => {
  const heard: string[] = []
  await using _ = listenForWork({ url }, table => void heard.push(table))
  const { database } = texts
  await vi.waitFor(async () => {
    await database.transaction(tx => wake(tx, 'are_you_there'))
    expect(heard).toContain('are_you_there')
  })
  const undone = database.transaction(async tx => {
    await acceptSms(tx, card, [{ caller: texts.live, draft: draftTo(ada), now: new Date() }])
    throw new Error('power cut')
  })
  await expect(undone).rejects.toThrow('power cut')
  await expect(acceptAll([{ draft: draftTo('+15005550004'), caller: texts.test }])).resolves.toHaveLength(1)
  await acceptAll([{ draft: draftTo(ada, { scheduled_for: '2099-01-01T00:00:00Z' }) }])
  await database.transaction(tx => wake(tx, 'nothing_until_here'))

  await texts.accept([draftTo(ada), draftTo(ada)])

  await vi.waitFor(() => expect(heard.at(-1)).toBe('sms_progress'))
  expect(heard.filter(table => table !== 'are_you_there')).toEqual(['nothing_until_here', 'sms_progress'])
})

test('all fields of the request are stored unchanged', async () => {
  const media_urls = ['https://a.test/{"x"},\\', 'https://a.test/NULL', 'https://a.test/ä b']
  const body = 'Grüße "quoted", {braces} \\ NULL\r\n👋'

  const sms = await texts.acceptOne('+4915112345678', { body, media_urls, from: '+15550100099' })

  expect(await texts.detail(sms)).toMatchObject({ body, media_urls, from: '+15550100099', segments_count: 1 })
})

test.each([
  ['a segment in +1', ada, { body: 'Hi' }, 10, 0.01, 0.0072],
  ['three of them', ada, { body: textOf(3) }, 30, 0.03, 0.0216],
  ['an MMS, however long its text', ada, { body: textOf(3), media_urls: ['https://a.test/1'] }, 30, 0.03, 0.018],
  ['a segment elsewhere', '+4915112345678', { body: 'Hi' }, 100, 0.1, 0.08],
])('%s has its price', async (_, to, special, credits, charge, cost) => {
  const sms = await texts.acceptOne(to, special)

  expect(await texts.ledger(sms)).toEqual([`sms -${credits}`])
  expect(await texts.detail(sms)).toMatchObject({
    credits_consumed: credits,
    customer_charge_dollars: charge,
    carrier_total_cost: cost,
  })
})

test('with 10 credits, exactly 10 of 50 parallel messages at one credit are accepted, over two processes', async () => {
  const caller = await callerWith(10)
  const [one, two] = doors(oneCredit)
  const body = { from: '+15550100001', to: ada, body: 'Hi' }

  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, (_, nth) =>
      (nth % 2 ? one : two).sendSms(caller, { params: undefined, query: undefined, body }, { id: `${nth}` }),
    ),
  )

  const refusals = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason.code] : []))
  expect(refusals).toEqual(Array(40).fill('insufficient_credits'))
  const messages = await texts.stored()
  expect(messages).toHaveLength(10)
  expect(await accountOf(texts.database, caller.organizationId)).toMatchObject({ granted: '0.000', added: '0.000' })
  expect((await ledgerOf(texts.database, caller.organizationId)).filter(line => line === 'sms -1.000')).toHaveLength(10)
  expect(await reconcile(texts.database.db, caller.organizationId)).toEqual({ balance: 0, consumed: 0 })
  expect(await texts.due()).toEqual(messages.map(({ id }) => id))
})

test('test mode shows what a message would cost and never touches the account, not even an empty one', async () => {
  const poor = await callerWith(0)
  const { id: environmentId } = await texts.database.db
    .selectFrom('environments')
    .select('id')
    .where('organization_id', '=', poor.organizationId)
    .where('mode', '=', 'test')
    .executeTakeFirstOrThrow()
  const caller: Caller = { ...poor, environmentId, mode: 'test' }
  const before = await accountOf(texts.database, poor.organizationId)

  const sms = await texts.acceptOne(ada, { body: textOf(2) }, caller)

  expect(await texts.detail(sms, caller)).toMatchObject({
    credits_consumed: 20,
    customer_charge_dollars: 0,
    carrier_total_cost: 0,
    margin_dollars: 0,
  })
  expect(await accountOf(texts.database, poor.organizationId)).toEqual(before)
  expect(await texts.ledger(sms)).toEqual([])
  expect(codesOf(await acceptAll([{ caller: poor, draft: draftTo(ada) }]))).toEqual(['insufficient_credits'])
})

test('quotas count messages, not segments', async () => {
  const { live, organizationId } = await createCallers(texts.database)
  await sql`update organizations set sends_per_hour = 2 where id = ${organizationId}`.execute(texts.database.db)
  const request = { caller: live, draft: draftTo(ada, { body: textOf(5) }) }

  const verdicts = await acceptAll([request, request, request])

  expect(codesOf(verdicts)).toEqual(['accepted', 'accepted', 'hourly_quota_exceeded'])
  expect(await texts.stored()).toHaveLength(2)
})

test('50 parallel requests with one Idempotency-Key are one message and one debit', async () => {
  const [one, two] = doors()
  const idempotency = { operation: 'sendSms', key: 'once', requestHash: randomBytes(32) }
  const input = { params: undefined, query: undefined, body: { from: '+15550100001', to: ada, body: 'Hi' } }

  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, (_, nth) =>
      (nth % 2 ? one : two).sendSms(texts.live, input, { id: `${nth}`, idempotency }),
    ),
  )

  const [sms, ...others] = await texts.stored()
  expect(others).toEqual([])
  const given = answers.map(answer => {
    if (answer.status === 'rejected') return answer.reason
    return (answer.value instanceof Replayed ? answer.value.reply : answer.value).id
  })
  expect(given).toEqual(given.map(() => sms?.id))
  expect(await texts.ledger({ id: sms?.id ?? '' })).toEqual(['sms -10'])
  expect(await texts.due()).toEqual([sms?.id])
})

test('a refused request leaves its Idempotency-Key free', async () => {
  const [door] = doors()
  const { environmentId } = texts.live
  const number = { environmentId, number: ada }
  const idempotency = { operation: 'sendSms', key: 'again', requestHash: randomBytes(32) }
  const input = { params: undefined, query: undefined, body: { from: '+15550100001', to: ada, body: 'Hi' } }
  const send = () => door.sendSms(texts.live, input, { id: '1', idempotency })
  await texts.database.transaction(tx => optOut(tx, { ...number, at: new Date() }))
  await expect(send()).rejects.toMatchObject({ code: 'recipient_opted_out' })
  await texts.database.transaction(tx => optIn(tx, number))

  expect(await send()).toMatchObject({ status: 'processing', to: ada })
})

test('a repeated request gets the same answer, also when its time has passed meanwhile', async () => {
  let now = new Date()
  const { sendSms } = routesOf(texts.database, card, () => now)
  const idempotency = { operation: 'sendSms', key: 'later', requestHash: randomBytes(32) }
  const scheduled_for = new Date(now.getTime() + 60_000).toISOString()
  const input = {
    ...{ params: undefined, query: undefined },
    body: { from: '+15550100001', to: ada, body: 'Hi', scheduled_for },
  }
  const first = await sendSms(texts.live, input, { id: '1', idempotency })
  now = new Date(now.getTime() + 3_600_000)

  expect(await sendSms(texts.live, input, { id: '2', idempotency })).toEqual(new Replayed(first))
  const another = { ...idempotency, key: 'another' }
  await expect(sendSms(texts.live, input, { id: '3', idempotency: another })).rejects.toMatchObject({
    details: [{ path: 'scheduled_for' }],
  })
})

const contact = (phone_number: string, caller: Caller) =>
  texts.database.transaction(tx =>
    createContacts(tx, [{ caller, asked: { phone_number, sms_subscribed: false }, now: new Date() }]),
  )
const stop = (number: string, { environmentId }: Caller) =>
  texts.database.transaction(tx => optOut(tx, { environmentId, number, at: new Date() }))

test.each([
  ['a number that has said STOP', ada, () => stop(ada, texts.live), () => texts.live],
  ['a contact who takes no SMS', ada, () => contact(ada, texts.live), () => texts.live],
  ['a number that has said STOP, in test mode', ada, () => stop(ada, texts.test), () => texts.test],
  ['the magic number, in test mode', '+15005550004', async () => {}, () => texts.test],
])('%s is refused before anything is stored or charged', async (_, to, prepare, whose) => {
  await prepare()
  const before = await accountOf(texts.database, texts.live.organizationId)

  const [refused, other] = await acceptAll([
    { caller: whose(), draft: draftTo(to) },
    { caller: whose(), draft: draftTo('+14155550199') },
  ])

  expect(refused).toMatchObject({ code: 'recipient_opted_out', message: expect.stringContaining(to) })
  expect(codesOf([other])).toEqual(['accepted'])
  expect((await texts.stored()).map(one => one.to_number)).toEqual(['+14155550199'])
  const after = await accountOf(texts.database, texts.live.organizationId)
  expect(Number(after?.sms_consumed) - Number(before?.sms_consumed)).toBe(whose().mode === 'live' ? 10 : 0)
})

test('an opted-out number is refused even without money to pay for it', async () => {
  const caller = await callerWith(0)
  await stop(ada, caller)

  expect(codesOf(await acceptAll([{ caller, draft: draftTo(ada) }]))).toEqual(['recipient_opted_out'])
})

test('an opt-out in one environment does not count in another', async () => {
  const { live: stranger } = await createCallers(texts.database)
  await stop(ada, stranger)
  await contact(ada, stranger)

  expect(codesOf(await acceptAll([{ draft: draftTo(ada) }]))).toEqual(['accepted'])
  expect(codesOf(await acceptAll([{ draft: draftTo('+15005550004') }]))).toEqual(['accepted'])
})

test('in either mode, a number of another organization cannot be the sender; a number without an owner can', async () => {
  const { live: stranger, organizationId } = await createCallers(texts.database)
  const [number, own] = ['+15550100091', '+15550100092']
  await texts.database.transaction(async tx => {
    await addNumber(tx, new Date(), { organizationId, number })
    await addNumber(tx, new Date(), { organizationId: texts.live.organizationId, number: own })
  })
  const draft = draftTo(ada, { from: number })

  const verdicts = await acceptAll([
    { draft },
    { caller: texts.test, draft },
    { caller: stranger, draft },
    { draft: draftTo(ada, { from: own }) },
    { draft: draftTo(ada, { from: '+15550100093' }) },
  ])

  expect(codesOf(verdicts)).toEqual(['forbidden', 'forbidden', 'accepted', 'accepted', 'accepted'])
  expect(await texts.stored()).toHaveLength(3)
})

test('a name or a short code is only for the organization that it was given to, in both modes', async () => {
  const { live: stranger } = await createCallers(texts.database)
  const german = '+4915112345678'
  await texts.database.transaction(async tx => {
    for (const number of ['ACME', '12345'])
      await addNumber(tx, new Date(), { organizationId: texts.live.organizationId, number })
  })
  const from = (sender: string) => draftTo(german, { from: sender })

  const verdicts = await acceptAll([
    { draft: from('ACME') },
    { draft: from('12345') },
    { caller: texts.test, draft: from('ACME') },
    { caller: stranger, draft: from('ACME') },
    { caller: stranger, draft: from('12345') },
    { draft: from('Acme') },
  ])

  const refused = 'validation_error'
  expect(codesOf(verdicts)).toEqual(['accepted', 'accepted', 'accepted', refused, refused, refused])
  expect(verdicts[3]).toMatchObject({ details: [{ path: 'from' }] })
})

test('in a batch each message is judged by itself, and the verdicts keep their order', async () => {
  const poor = await callerWith(15)
  await stop('+14155550111', texts.live)

  const verdicts = await acceptAll([
    { draft: draftTo(ada) },
    { draft: draftTo('+14155550111') },
    { caller: poor, draft: draftTo(ada) },
    { caller: poor, draft: draftTo(ada) },
    { caller: texts.test, draft: draftTo('+15005550004') },
    { caller: texts.test, draft: draftTo('+15005550006') },
  ])

  expect(codesOf(verdicts)).toEqual([
    'accepted',
    'recipient_opted_out',
    'accepted',
    'insufficient_credits',
    'recipient_opted_out',
    'accepted',
  ])
  expect(await texts.stored()).toHaveLength(3)
  expect(await texts.due()).toHaveLength(3)
})

test('a message that breaks the transaction does not affect the others', async () => {
  const [door] = doors()
  const nowhere = { ...texts.live, organizationId: texts.live.environmentId }
  const input = { params: undefined, query: undefined, body: { from: '+15550100001', to: ada, body: 'Hi' } }
  const send = (caller: Caller) => door.sendSms(caller, input, { id: '1' })

  const answers = await Promise.allSettled([send(texts.live), send(nowhere), send(texts.live), send(texts.live)])

  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await texts.stored()).toHaveLength(3)
})
