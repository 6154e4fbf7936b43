import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import type { Receipt, Submission } from '#transports/carrier.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { eventsOf } from '../../../../testing/events.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { smsArrivals } from './arrivals.ts'
import { eraseSmsOf } from './erase/erase.ts'
import { expireLeftovers } from './expire.ts'
import { keepReceipts } from './parts-store.ts'
import { takeReceipts } from './receipts.ts'
import { card, counting, draftTo, keyOf, openSmsFixture, ours, type SmsFixture, textOf } from './sms.fixture.ts'
import type { NewSms } from './store.ts'
import { scripted, taken } from './submit/scripted.fixture.ts'

let texts: SmsFixture
beforeAll(async () => {
  texts = await openSmsFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => texts[Symbol.asyncDispose]())
beforeEach(() => texts.clear())
afterEach(() => texts.expectNothingStuck())

const typesOf = async ({ id }: { id: string }) =>
  (await eventsOf(texts.database, id)).map(({ type }) => type.slice('sms.'.length))
const ada = '+14155550100'

/** By the number of the part: `a1`, `a2` and so on. */
const named = (prefix: string, special: Parameters<typeof taken>[0] = {}) =>
  scripted(({ nth }) => taken({ carrierId: `${prefix}${nth}`, ...special }), { takesParts: true })
const receipt = (carrierId: string, state: Receipt['state'], special: Partial<Receipt> = {}): Receipt => ({
  carrier: 'scripted',
  carrierId,
  sms: null,
  state,
  reply: { sent: 'ENROUTE', delivered: 'DELIVRD', undelivered: 'UNDELIV' }[state],
  ...special,
})

/** Submitted, and accepted by the carrier. */
async function sent(parts = 1, prefix = 'a', special: Parameters<typeof taken>[0] = {}): Promise<NewSms> {
  const sms = await texts.acceptOne(ada, { body: textOf(parts) })
  await texts.run(texts.openChannel([named(prefix, special)]))
  return sms
}

test.each(['delivered', 'undelivered'] as const)('a receipt ends its message: %s', async state => {
  const sms = await sent()

  await texts.receipts(receipt('a1', state))

  const detail = await texts.detail(sms)
  expect(detail.status).toBe(state)
  expect(detail.delivered_at !== null).toBe(state === 'delivered')
  expect(detail.events.at(-1)).toMatchObject({
    type: state,
    data: { carrier: 'scripted', reply: state === 'delivered' ? 'DELIVRD' : 'UNDELIV' },
  })
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
})

test('a receipt that says that the recipient has opted out opts them out, until their START', async () => {
  const sms = await sent()
  const told = receipt('a1', 'undelivered', { sms: keyOf(sms), optedOut: true })

  await texts.receipts(told)

  expect(await typesOf(sms)).toEqual(['sent', 'opted_out', 'undelivered'])
  await expect(texts.acceptOne(ada)).rejects.toMatchObject({ cause: { code: 'recipient_opted_out' } })
  await texts.receive({ carrier: 'scripted', carrierId: null, from: ada, to: ours, body: 'START', mediaUrls: [] })
  await texts.receipts(told)
  expect(await texts.acceptOne(ada)).toMatchObject({ draft: { to: ada } })
  await texts.run(texts.openChannel([named('b')]))
})

const erase = (database = texts.database) =>
  eraseSmsOf(database, {
    ...{ environmentId: texts.live.environmentId, number: ada, at: new Date(), signal: new AbortController().signal },
  })

test('a receipt that comes while its recipient is erased does not deadlock with the erasure', async () => {
  const sms = await sent()
  const told = receipt('a1', 'delivered')
  const [receiving, other] = [counting(texts.database), counting(texts.second)]
  let erasing: Promise<number> | undefined

  await receiving.counted.transaction(async tx => {
    await keepReceipts(tx, [told])
    erasing ??= erase(other.counted)
    await untilLockWait(texts.database.db)
    await takeReceipts(tx, [told], new Date())
  })
  await erasing

  expect([receiving.again(), other.again()]).toEqual([0, 0])
  expect((await texts.detail(sms)).status).toBe('delivered')
})

test('a receipt that waits for the erasure of its recipient is recorded without their number', async () => {
  const sms = await sent()
  await sql`delete from sms_parts`.execute(texts.database.db)
  let working: Promise<unknown> | undefined

  await texts.database.transaction(async tx => {
    await sql`select from events where subject_id = ${sms.id} for update`.execute(tx)
    const erasing = erase()
    await untilLockWait(texts.database.db)
    working = Promise.all([erasing, texts.receipts(receipt('b1', 'delivered', { sms: keyOf(sms) }))])
    await untilLockWait(texts.database.db, 2)
  })
  await working

  expect(await typesOf(sms)).toEqual(['sent', 'delivered'])
  expect(JSON.stringify(await eventsOf(texts.database, sms.id))).not.toContain(ada)
})

test('a receipt that arrives before the answer is joined with it', async () => {
  const sms = await texts.acceptOne(ada)
  const far = named('a')
  const early = scripted(({ nth }) => taken({ carrierId: `a${nth}` }), {
    afterSubmit: () => texts.receipts(receipt('a1', 'delivered')),
  })

  await texts.run(texts.openChannel([early]))

  expect(far.begun).toEqual([])
  expect(await typesOf(sms)).toEqual(['sent', 'delivered'])
  expect(await texts.progress(sms.id)).toMatchObject({ status: 'delivered', delivered_at: expect.any(Date) })
})

test('a receipt that arrives twice, at once or later, is recorded once', async () => {
  const sms = await sent()
  const one = receipt('a1', 'delivered')

  await texts.receipts(one, one)
  await texts.receipts(one)

  expect(await typesOf(sms)).toEqual(['sent', 'delivered'])
})

test('a receipt for an unknown part changes nothing and is deleted after a week', async () => {
  const sms = await sent()
  const { db } = texts.database

  await texts.receipts(receipt('unknown', 'delivered'), receipt('a1', 'delivered', { carrier: 'another' }))
  expect(await typesOf(sms)).toEqual(['sent'])
  expect(await expireLeftovers(texts.database)).toBe(0)
  await sql`update sms_parts set created_at = now() - interval '8 days'`.execute(db)

  expect(await expireLeftovers(texts.database)).toBe(2)
  await texts.receipts(receipt('a1', 'delivered'))
  expect(await texts.statusOf(sms.id)).toBe('delivered')
})

test.each([
  ['on the way after delivered', ['delivered', 'sent'], 'delivered', ['sent', 'delivered']],
  ['on the way before delivered', ['sent', 'sent', 'delivered'], 'delivered', ['sent', 'delivered']],
  ['undelivered, then delivered', ['undelivered', 'delivered'], 'undelivered', ['sent', 'undelivered']],
  ['delivered, then undelivered', ['delivered', 'undelivered'], 'delivered', ['sent', 'delivered']],
] as const)('the first final state stays, one by one or together: %s', async (_, states, status, types) => {
  const [single, together] = [await sent(1, 'a'), await sent(1, 'b')]

  for (const state of states) await texts.receipts(receipt('a1', state))
  await texts.receipts(...states.map(state => receipt('b1', state)))

  for (const sms of [single, together]) {
    expect(await texts.statusOf(sms.id)).toBe(status)
    expect(await typesOf(sms)).toEqual(types)
  }
})

test('a text of several parts is delivered when the last of them is', async () => {
  const sms = await sent(3)

  await texts.receipts(receipt('a3', 'delivered'), receipt('a1', 'delivered'))
  expect(await texts.statusOf(sms.id)).toBe('sent')
  await texts.receipts(receipt('a1', 'sent'), receipt('a2', 'sent'))
  expect(await texts.statusOf(sms.id)).toBe('sent')
  await texts.receipts(receipt('a2', 'delivered'))

  expect(await typesOf(sms)).toEqual(['sent', 'delivered'])
})

test('a text with one lost part is undelivered, and stays so', async () => {
  const sms = await sent(3)

  await texts.receipts(receipt('a1', 'delivered'))
  await texts.receipts(receipt('a2', 'undelivered', { reply: 'EXPIRED' }))
  await texts.receipts(receipt('a3', 'delivered'))
  await texts.receipts(receipt('a2', 'delivered'))

  const { status, delivered_at, events } = await texts.detail(sms)
  expect([status, delivered_at]).toEqual(['undelivered', null])
  expect(events.map(({ type }) => type)).toEqual(['sent', 'undelivered'])
  expect(events[1]?.data.reply).toBe('EXPIRED')
})

test('a receipt for a message that has failed leaves it failed', async () => {
  const sms = await texts.acceptOne(ada, { body: textOf(2) })
  const far = scripted(
    ({ nth }) =>
      nth === 1 ? taken({ carrierId: 'a1' }) : { kind: 'rejected', attempt: { transport: 's', durationMs: 1 } },
    { takesParts: true },
  )
  await texts.run(texts.openChannel([far]))

  await texts.receipts(receipt('a1', 'delivered'))

  expect(await typesOf(sms)).toEqual(['failed'])
  expect(await texts.statusOf(sms.id)).toBe('failed')
})

test('the price that the carrier reports replaces the rate card once all parts are priced, and the margin is exact', async () => {
  const sms = await sent(3)
  const amounts = async () => {
    const { customer_charge_dollars, carrier_total_cost, margin_dollars } = await texts.detail(sms)
    return [customer_charge_dollars, carrier_total_cost, margin_dollars]
  }
  expect(await amounts()).toEqual([0.03, 0.0216, 0.0084])

  await texts.receipts(receipt('a1', 'sent', { cost: '0.1' }), receipt('a2', 'delivered', { cost: '0.2' }))
  expect(await amounts()).toEqual([0.03, 0.0216, 0.0084])
  await texts.receipts(receipt('a3', 'delivered', { cost: '0.000000001' }))

  expect(await amounts()).toEqual([0.03, 0.300000001, -0.270000001])
})

test('the last reported cost counts, also when the message has ended; a receipt without a cost changes none', async () => {
  const sms = await sent(1, 'a', { cost: '0.004' })
  const cost = async () => (await texts.detail(sms)).carrier_total_cost
  expect(await cost()).toBe(0.004)

  await texts.receipts(receipt('a1', 'delivered', { cost: '0.005' }))
  expect(await cost()).toBe(0.005)
  await texts.receipts(receipt('a1', 'delivered', { cost: '0' }), receipt('a1', 'sent'))

  expect(await cost()).toBe(0)
  expect(await typesOf(sms)).toEqual(['sent', 'delivered'])
})

test('a name that a carrier reuses belongs to the newer message, without the receipts of the older one', async () => {
  const older = await sent()
  await texts.receipts(receipt('a1', 'delivered', { cost: '0.1' }))
  const newer = await sent()
  expect(await texts.detail(newer)).toMatchObject({ status: 'sent', carrier_total_cost: 0.0072 })

  await texts.receipts(receipt('a1', 'undelivered'))

  expect([await texts.statusOf(older.id), await texts.statusOf(newer.id)]).toEqual(['delivered', 'undelivered'])
  expect(await texts.detail(older)).toMatchObject({ carrier_total_cost: 0.1 })
})

test('a receipt under our own name needs no answer of the carrier, and cannot move a part to another message', async () => {
  const [one, two] = [await sent(1, 'a'), await sent(1, 'b')]

  await texts.receipts(receipt('a1', 'delivered', { sms: keyOf(two) }))

  expect([await texts.statusOf(one.id), await texts.statusOf(two.id)]).toEqual(['delivered', 'sent'])
})

test('many receipts together, some repeated and some unknown, each end their own message', async () => {
  const messages = await texts.accept(Array.from({ length: 200 }, () => draftTo(texts.newNumber())))
  const far = scripted((_, { smsId }) => taken({ carrierId: smsId }))
  await texts.run(texts.openChannel([far]))
  const stateOf = (nth: number) => (['delivered', 'undelivered', 'sent'] as const)[nth % 3] ?? 'sent'
  const receipts = messages.map(({ id }, nth) => receipt(id, stateOf(nth)))

  await texts.receipts(...receipts, ...receipts.toReversed(), receipt('nobody', 'delivered'))

  const statuses = await Promise.all(messages.map(({ id }) => texts.statusOf(id)))
  expect(statuses).toEqual(messages.map((_, nth) => stateOf(nth)))
  const { rows } = await sql<{ type: string; count: number }>`
    select type, count(*)::integer as count from events group by type order by type`.execute(texts.database.db)
  expect(rows).toEqual([
    { type: 'sms.delivered', count: 67 },
    { type: 'sms.sent', count: 200 },
    { type: 'sms.undelivered', count: 67 },
  ])
})

test('answers and receipts of the same messages, in two processes and opposite order, never deadlock', async () => {
  const messages = await texts.accept(
    Array.from({ length: 150 }, () => draftTo(texts.newNumber(), { body: textOf(2) })),
  )
  const [here, there] = [counting(texts.database), counting(texts.second)]
  const log = pino({ level: 'silent' })
  const parts = { clock: () => new Date(), card, log }
  const [one, two] = [here, there].map(({ counted }) => smsArrivals({ ...parts, database: counted }))
  const told: Promise<void>[] = []
  const tell = ({ environmentId, smsId, parts: own }: Submission) => {
    const receipts = own.flatMap(({ nth }) => [
      receipt(`${smsId}-${nth}`, 'delivered', nth === 1 ? { sms: { environmentId, smsId } } : {}),
      receipt(`${smsId}-${nth}`, 'sent'),
    ])
    for (const each of receipts) if (one) told.push(one.receipt(each))
    for (const each of receipts.toReversed()) if (two) told.push(two.receipt(each))
  }
  const far = scripted(({ nth }, { smsId }) => taken({ carrierId: `${smsId}-${nth}` }), {
    takesParts: true,
    maxAtOnce: 50,
    afterSubmit: async submission => tell(submission),
  })

  const half = (rest: number) => messages.filter((_, nth) => nth % 2 === rest)
  await Promise.all([
    texts.run(texts.openChannel([far], { database: here.counted }), 'a', half(0)),
    texts.run(texts.openChannel([far], { database: there.counted }), 'b', half(1)),
  ])
  await Promise.all(told)

  await vi.waitFor(async () => {
    const statuses = new Set(await Promise.all(messages.map(({ id }) => texts.statusOf(id))))
    expect(statuses).toEqual(new Set(['delivered']))
  })
  expect(far.copies).toHaveLength(300)
  expect([here.again(), there.again()]).toEqual([0, 0])
  const { rows } = await sql`
    select subject_id from events where type = 'sms.delivered' group by subject_id having count(*) > 1`.execute(
    texts.database.db,
  )
  expect(rows).toEqual([])
})
