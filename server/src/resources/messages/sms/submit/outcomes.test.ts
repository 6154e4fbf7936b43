/** What the answer of a carrier means for a message and its credits. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { readConsent } from '#resources/audience/consent/read.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { lookUpContact } from '#resources/audience/contacts/read.ts'
import { advanceClock } from '#resources/automation/test-clock/advance.ts'
import { optOut } from '#resources/messages/opt-outs/change.ts'
import { simulatedCarrier } from '#transports/sms-simulated.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { openSmsFixture, ours, type SmsFixture, textOf } from '../sms.fixture.ts'
import {
  down,
  oneAfterTheOther,
  optedOutAtCarrier,
  rejected,
  scripted,
  taken,
  throttled,
  unanswered,
} from './scripted.fixture.ts'

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

test.each([
  ['taken', taken(), 'sent', ['sent']],
  ['delivered at once', taken({ carrierId: null, state: 'delivered' }), 'delivered', ['sent', 'delivered']],
  ['not delivered', taken({ state: 'undelivered' }), 'undelivered', ['sent', 'undelivered']],
  ['rejected', rejected, 'failed', ['failed']],
] as const)('a message that is %s', async (_, outcome, status, types) => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(() => outcome)

  await texts.run(texts.openChannel([far]))

  const detail = await texts.detail(sms)
  expect(detail).toMatchObject({ status, direction: 'outbound', segments_count: 1 })
  expect(detail.sent_at !== null).toBe(status !== 'failed')
  expect(detail.delivered_at !== null).toBe(status === 'delivered')
  expect(await typesOf(sms)).toEqual(types)
  expect(detail.events[0]?.data).toMatchObject({ attempt: 1, carrier: 'scripted', reply: outcome.attempt.reply })
  expect(far.begun[0]).toMatchObject({ smsId: sms.id, to: ada, body: sms.draft.body, totalParts: 1 })
})

test.each([
  ['+15005550006', 'delivered', ['sent', 'delivered']],
  ['+15005550009', 'undelivered', ['sent', 'undelivered']],
  ['+15005550001', 'failed', ['failed']],
  ['+14155559999', 'delivered', ['sent', 'delivered']],
])('in test mode %s is %s, and no money moves', async (to, status, types) => {
  const sms = await texts.acceptOne(to, {}, texts.test)

  await texts.run(texts.openChannel([simulatedCarrier()]))

  expect(await texts.detail(sms, texts.test)).toMatchObject({
    status,
    customer_charge_dollars: 0,
    carrier_total_cost: 0,
    margin_dollars: 0,
  })
  expect(await typesOf(sms)).toEqual(types)
  expect(await texts.ledger(sms)).toEqual([])
})

test('a message that no carrier accepted is refunded once, and not submitted again', async () => {
  const sms = await texts.acceptOne(ada, { body: textOf(3) })
  expect(await texts.detail(sms)).toMatchObject({ credits_consumed: 30, customer_charge_dollars: 0.03 })
  const far = scripted(() => rejected)

  await texts.run(texts.openChannel([far]))
  await texts.comeDue()
  await texts.giveBackAbandoned()
  await texts.run(texts.openChannel([far]), 'other')

  expect(far.begun).toHaveLength(1)
  expect(await texts.ledger(sms)).toEqual(['sms -30', 'refund 30'])
  expect(await texts.detail(sms)).toMatchObject({
    status: 'failed',
    credits_consumed: 0,
    customer_charge_dollars: 0,
    carrier_total_cost: 0,
    margin_dollars: 0,
  })
})

test('a deferred message is retried by the schedule: ten seconds, doubled each time up to half an hour', async () => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(() => throttled)
  for (const [nth, seconds] of [10, 20, 40, 80, 160, 320, 640, 1_280, 1_800, 1_800].entries()) {
    await texts.run(texts.openChannel([far]))

    expect(await texts.progress(sms.id)).toMatchObject({
      status: 'processing',
      attempts: nth + 1,
      submitting: false,
    })
    const due = (await texts.dueIn(sms.id)) ?? 0
    expect(due).toBeGreaterThan(seconds * 1_000 - 2_000)
    expect(due).toBeLessThanOrEqual(seconds * 1_000)
    const event = (await texts.detail(sms)).events.at(-1)
    expect(event).toMatchObject({ type: 'delivery_delayed', data: { attempt: nth + 1, reply: 'ESME_RTHROTTLED' } })
    const next = Date.parse(String(event?.data.next_attempt_at)) - Date.parse(event?.created_at ?? '')
    expect(next).toBe(seconds * 1_000)
    await texts.comeDue()
  }
})

test('the next attempt of a test message is told by the clock of its environment', async () => {
  const dayMs = 86_400_000
  await texts.database.transaction(tx => advanceClock(tx, texts.test, dayMs / 1_000))
  const sms = await texts.acceptOne(ada, {}, texts.test)

  await texts.run(texts.openChannel([scripted(() => throttled)]))

  const event = (await texts.detail(sms, texts.test)).events.at(-1)
  expect(Date.parse(String(event?.data.next_attempt_at)) - Date.parse(event?.created_at ?? '')).toBe(dayMs + 10_000)
})

test.each([
  [0, 9_000],
  [1, 11_000],
])('messages that were deferred together are spread: with chance %d after %d ms', async (chance, ms) => {
  const sms = await texts.acceptOne(ada)

  await texts.run(texts.openChannel([scripted(() => throttled)], { chance: () => chance }))

  expect(await texts.dueIn(sms.id)).toSatisfy((due: number) => due > ms - 2_000 && due <= ms)
})

test('a message that is not due is not taken', async () => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(() => throttled)
  await texts.run(texts.openChannel([far]))

  await texts.run(texts.openChannel([far]))

  expect(far.begun).toHaveLength(1)
  expect(await texts.statusOf(sms.id)).toBe('processing')
})

test('a deferred message that is accepted later is charged once', async () => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(oneAfterTheOther(throttled, () => taken()))
  await texts.run(texts.openChannel([far]))
  await texts.comeDue()
  await texts.run(texts.openChannel([far]))

  expect(await typesOf(sms)).toEqual(['delivery_delayed', 'sent'])
  expect(await texts.progress(sms.id)).toMatchObject({ status: 'sent', attempts: 2, due_at: null })
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
  expect(far.copies).toEqual([`${ada} 1/1`])
})

test('a message that is deferred until the time runs out has failed and is refunded', async () => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(() => throttled)
  await texts.run(texts.openChannel([far]))
  await texts.expire(sms.id)
  await texts.comeDue()

  await texts.run(texts.openChannel([far]))

  expect(far.begun).toHaveLength(1)
  expect(await typesOf(sms)).toEqual(['delivery_delayed', 'failed'])
  expect(await texts.ledger(sms)).toEqual(['sms -10', 'refund 10'])
})

test('a message whose first turn comes too late is tried once all the same', async () => {
  const sms = await texts.acceptOne(ada)
  await texts.expire(sms.id)
  const far = scripted(() => throttled)

  await texts.run(texts.openChannel([far]))

  expect(far.begun).toHaveLength(1)
  expect(await texts.statusOf(sms.id)).toBe('failed')
  expect(await texts.ledger(sms)).toEqual(['sms -10', 'refund 10'])
})

test('when the first carrier is down the next one takes it, and the event says why', async () => {
  const sms = await texts.acceptOne(ada)
  const [first, second] = [scripted(() => down, { name: 'one' }), scripted(undefined, { name: 'two' })]

  await texts.run(texts.openChannel([first, second]))

  expect(second.copies).toEqual([`${ada} 1/1`])
  expect(await texts.progress(sms.id)).toMatchObject({ status: 'sent', attempts: 1, carrier: 'two' })
  const { events } = await texts.detail(sms)
  expect(events).toMatchObject([{ type: 'sent', data: { reason: expect.stringContaining('one was down') } }])
})

test('a message that one carrier rejects does not go to the next', async () => {
  const sms = await texts.acceptOne(ada)
  const second = scripted(undefined, { name: 'two' })

  await texts.run(texts.openChannel([scripted(() => rejected, { name: 'one' }), second]))

  expect(second.begun).toEqual([])
  expect(await texts.statusOf(sms.id)).toBe('failed')
})

test('when all carriers are down the message waits, and while they are paused nothing is tried', async () => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(() => down)
  const worker = texts.openChannel([far])
  await texts.run(worker)
  const other = await texts.acceptOne(ada)

  await texts.run(worker)

  expect(far.begun).toHaveLength(1)
  expect(await texts.progress(sms.id)).toMatchObject({ status: 'processing', attempts: 1 })
  expect(await texts.progress(other.id)).toMatchObject({ status: 'processing', attempts: 0, held_by: null })
  expect(await texts.dueIn(other.id)).toSatisfy((ms: number) => ms > 0 && ms <= 1_000)
})

test('a message whose carrier never recovers fails in time, is reported and refunded', async () => {
  await texts.acceptOne(ada)
  const worker = texts.openChannel([scripted(() => down)])
  await texts.run(worker)
  const waiting = await texts.acceptOne(ada)
  await texts.expire(waiting.id)

  await texts.run(worker)

  expect(await typesOf(waiting)).toEqual(['failed'])
  expect(await texts.ledger(waiting)).toEqual(['sms -10', 'refund 10'])
})

test('a message to a number without a carrier has failed and is refunded', async () => {
  const sms = await texts.acceptOne(ada)

  await texts.run(texts.openChannel([]))

  const { events } = await texts.detail(sms)
  expect(events).toMatchObject([{ type: 'failed', data: { reason: 'No carrier is set for this number.' } }])
  expect(await texts.ledger(sms)).toEqual(['sms -10', 'refund 10'])
})

test('an MMS goes to a carrier that takes media, in one piece, and to no other', async () => {
  const media_urls = ['https://cdn.acme.test/a.png', 'https://cdn.acme.test/b,{}".png']
  const sms = await texts.acceptOne(ada, { body: textOf(2), media_urls })
  const plain = scripted(undefined, { name: 'plain', takesMedia: false })
  const rich = scripted(undefined, { name: 'rich', takesParts: true })

  await texts.run(texts.openChannel([plain, rich]))
  const lost = await texts.acceptOne(ada, { media_urls })
  await texts.run(texts.openChannel([plain]))

  expect(plain.begun).toEqual([])
  expect(rich.begun).toMatchObject([{ mediaUrls: media_urls, body: textOf(2), totalParts: 1, parts: [{ nth: 1 }] }])
  expect(await texts.detail(sms)).toMatchObject({ media_urls, credits_consumed: 30, status: 'sent' })
  const { events } = await texts.detail(lost)
  expect(events).toMatchObject([{ type: 'failed', data: { reason: 'No carrier for this number takes media.' } }])
})

const byParts = { takesParts: true }

test('a carrier that takes parts gets them in order, cut as they were counted', async () => {
  await texts.acceptOne(ada, { body: `${'a'.repeat(152)}€${'b'.repeat(152)}` })
  const far = scripted(undefined, byParts)

  await texts.run(texts.openChannel([far]))

  expect(far.begun).toMatchObject([
    {
      totalParts: 3,
      encoding: 'gsm7',
      parts: [
        { nth: 1, text: 'a'.repeat(152) },
        { nth: 2, text: `€${'b'.repeat(151)}` },
        { nth: 3, text: 'b' },
      ],
    },
  ])
})

test('of several parts only the deferred one is sent again, to the carrier that has the others', async () => {
  const sms = await texts.acceptOne(ada, { body: textOf(3) })
  const first = scripted(({ nth }) => (nth === 2 ? throttled : taken()), { name: 'one', ...byParts })
  await texts.run(texts.openChannel([first]))
  expect(await texts.statusOf(sms.id)).toBe('processing')
  const again = scripted(undefined, { name: 'one', ...byParts })
  const other = scripted(undefined, { name: 'two', ...byParts })
  await texts.comeDue()

  await texts.run(texts.openChannel([other, again]))

  expect(other.begun).toEqual([])
  expect([...first.copies, ...again.copies]).toEqual([`${ada} 1/3`, `${ada} 3/3`, `${ada} 2/3`])
  expect(await texts.progress(sms.id)).toMatchObject({ status: 'sent', parts: 3, carrier: 'one' })
  expect(await texts.ledger(sms)).toEqual(['sms -30'])
})

test('when one part is rejected and another accepted, the message has failed and is not refunded', async () => {
  const sms = await texts.acceptOne(ada, { body: textOf(2) })
  const far = scripted(({ nth }) => (nth === 2 ? rejected : taken({ cost: '0.004' })), byParts)

  await texts.run(texts.openChannel([far]))

  expect(await typesOf(sms)).toEqual(['failed'])
  expect(await texts.ledger(sms)).toEqual(['sms -20'])
  expect(await texts.detail(sms)).toMatchObject({
    credits_consumed: 20,
    customer_charge_dollars: 0.02,
    carrier_total_cost: 0.004,
    margin_dollars: 0.016,
  })
})

test('the other parts of a message whose carrier was removed from the settings go to no other carrier', async () => {
  const sms = await texts.acceptOne(ada, { body: textOf(2) })
  await texts.run(
    texts.openChannel([scripted(({ nth }) => (nth === 2 ? throttled : taken()), { name: 'one', ...byParts })]),
  )
  const other = scripted(undefined, { name: 'two', ...byParts })
  await texts.comeDue()

  await texts.run(texts.openChannel([other]))

  expect(other.begun).toEqual([])
  expect(await texts.statusOf(sms.id)).toBe('processing')

  const back = scripted(undefined, { name: 'one', ...byParts })
  await texts.comeDue()
  await texts.run(texts.openChannel([back, other]))

  expect(back.begun.flatMap(({ parts }) => parts.map(({ nth }) => nth))).toEqual([2])
  expect(await texts.statusOf(sms.id)).toBe('sent')
  expect(await texts.ledger(sms)).toEqual(['sms -20'])
})

test('messages of a carrier without names and receipts stay sent', async () => {
  const sms = await texts.acceptOne(ada, { body: textOf(2) })

  await texts.run(texts.openChannel([scripted(() => taken({ carrierId: null }), byParts)]))

  expect(await texts.progress(sms.id)).toMatchObject({ status: 'sent', parts: 2 })
})

test('a carrier that gives two parts the same name has both', async () => {
  const sms = await texts.acceptOne(ada, { body: textOf(2) })
  const far = scripted(() => taken({ carrierId: '0' }), byParts)

  await texts.run(texts.openChannel([far]))

  expect(far.copies).toEqual([`${ada} 1/2`, `${ada} 2/2`])
  expect(await typesOf(sms)).toEqual(['sent'])
  const parts = await texts.database.db.selectFrom('sms_parts').select('nth').orderBy('nth').execute()
  expect(parts).toEqual([{ nth: 1 }, { nth: 2 }])
})

test('a carrier that gives all messages the same name has all of them', async () => {
  const messages = [await texts.acceptOne(ada), await texts.acceptOne(ada), await texts.acceptOne(ada)]
  const far = scripted(() => taken({ carrierId: '0' }))

  await texts.run(texts.openChannel([far]))

  expect(far.copies).toHaveLength(3)
  for (const sms of messages) expect(await texts.statusOf(sms.id)).toBe('sent')
})

test('a recipient who opts out before the message leaves does not get it, and it is refunded', async () => {
  const sms = await texts.acceptOne(ada)
  const { environmentId } = texts.live
  await texts.database.transaction(tx => optOut(tx, { environmentId, number: ada, at: new Date() }))
  const far = scripted()

  await texts.run(texts.openChannel([far]))

  expect(far.begun).toEqual([])
  const { events } = await texts.detail(sms)
  expect(events).toMatchObject([{ type: 'failed', data: { reason: 'The recipient has opted out.' } }])
  expect(await texts.ledger(sms)).toEqual(['sms -10', 'refund 10'])
})

test('a recipient whose STOP only the carrier has is opted out here, too, and the message is refunded', async () => {
  const number = texts.newNumber()
  await texts.database.transaction(tx =>
    createContacts(tx, [{ caller: texts.live, asked: { phone_number: number }, now: new Date() }]),
  )
  const messages = [await texts.acceptOne(number), await texts.acceptOne(number)]
  const [sms] = messages
  if (!sms) throw new Error('nothing was accepted')
  const far = scripted(() => optedOutAtCarrier)

  await texts.run(texts.openChannel([far], { messagesAtOnce: 2 }))

  for (const { id } of messages) expect(await texts.progress(id)).toMatchObject({ status: 'failed', suppressed: true })
  const { events } = await texts.detail(sms)
  expect(events.at(-1)).toMatchObject({
    type: 'failed',
    data: { reason: 'The recipient has opted out at the carrier.', reply: '400 21610' },
  })
  expect(await texts.ledger(sms)).toEqual(['sms -10', 'refund 10'])
  const facts = (await Promise.all(messages.map(({ id }) => eventsOf(texts.database, id)))).flat()
  expect(facts.filter(({ type }) => type === 'sms.opted_out')).toMatchObject([{ data: { from: number, to: ours } }])
  const { smsSubscribed } = await lookUpContact(texts.database.db, texts.live, { phoneNumber: number })
  expect(smsSubscribed).toBe(false)
  const whose = { environmentId: texts.live.environmentId, email: null, phoneNumber: number }
  const [consent] = await readConsent(texts.database.db, whose, { limit: 1, before: undefined })
  expect(consent).toMatchObject({ channel: 'sms', action: 'withdrawn', method: 'carrier' })
  await expect(texts.acceptOne(number)).rejects.toMatchObject({ cause: { code: 'recipient_opted_out' } })
})

test('a START takes back what the carrier said', async () => {
  const number = texts.newNumber()
  await texts.acceptOne(number)
  await texts.run(texts.openChannel([scripted(() => optedOutAtCarrier)]))

  await texts.receive({ carrier: 'scripted', carrierId: null, from: number, to: ours, body: 'START', mediaUrls: [] })

  expect(await texts.acceptOne(number)).toMatchObject({ draft: { to: number } })
  await texts.run(texts.openChannel([scripted()]))
})

test('a recipient who opts out between the parts of a message gets no more of it', async () => {
  const sms = await texts.acceptOne(ada, { body: textOf(2) })
  const far = scripted(({ nth }) => (nth === 2 ? throttled : taken()), byParts)
  await texts.run(texts.openChannel([far]))
  const { environmentId } = texts.live
  await texts.database.transaction(tx => optOut(tx, { environmentId, number: ada, at: new Date() }))
  await texts.comeDue()

  await texts.run(texts.openChannel([far]))

  expect(far.begun).toHaveLength(1)
  expect(await texts.statusOf(sms.id)).toBe('failed')
  expect(await texts.ledger(sms)).toEqual(['sms -20'])
})

test('with one part in doubt and another rejected, nothing is refunded', async () => {
  const sms = await texts.acceptOne(ada, { body: textOf(2) })

  await texts.run(texts.openChannel([scripted(({ nth }) => (nth === 1 ? unanswered : rejected), byParts)]))

  expect(await texts.statusOf(sms.id)).toBe('failed')
  expect(await texts.ledger(sms)).toEqual(['sms -20'])
})
