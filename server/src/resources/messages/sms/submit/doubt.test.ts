/** The answer of the carrier is lost: it may or may not have the message. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { keyOf, openSmsFixture, type SmsFixture, textOf } from '../sms.fixture.ts'
import { down, gate, oneAfterTheOther, rejected, scripted, taken, throttled, unanswered } from './scripted.fixture.ts'
import { settle } from './settle.ts'

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
const copy = `${ada} 1/1`
/** The retry, when it is due, by a worker without knowledge of the carrier. */
const again = async (...carriers: Parameters<SmsFixture['openChannel']>[0]) => {
  await texts.comeDue()
  await texts.run(texts.openChannel(carriers))
}

test('it is submitted exactly once more, as a possible duplicate', async () => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(oneAfterTheOther(unanswered, () => taken()))
  await texts.run(texts.openChannel([far]))
  expect(await texts.progress(sms.id)).toMatchObject({ status: 'processing', submitting: true, carrier: 'scripted' })

  await again(far)

  expect(far.copies).toEqual([copy, copy])
  expect(await typesOf(sms)).toEqual(['delivery_delayed', 'possible_duplicate', 'sent'])
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
})

/** The answer to its first commit does not arrive. */
function losingAnAnswer(database: Database): Database {
  let isLost = false
  return {
    ...database,
    async transaction(work) {
      const result = await database.transaction(work)
      if (isLost) return result
      isLost = true
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    },
  }
}

test('a doubt is counted and recorded once, even when the answer to its commit was lost', async () => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(oneAfterTheOther(unanswered, () => taken()))
  await texts.run(texts.openChannel([far]))
  await texts.comeDue()

  await texts.run(texts.openChannel([far], { database: losingAnAnswer(texts.database) }))

  expect(await typesOf(sms)).toEqual(['delivery_delayed', 'possible_duplicate', 'sent'])
  expect(await texts.progress(sms.id)).toMatchObject({ doubts: 1, submitting: false })
})

test('the second copy goes to the carrier that may have the first, even when another is preferred now', async () => {
  await texts.acceptOne(ada)
  const first = scripted(
    oneAfterTheOther(unanswered, () => taken()),
    { name: 'one' },
  )
  const other = scripted(undefined, { name: 'two' })
  await texts.run(texts.openChannel([first]))

  await again(other, first)

  expect([first.copies, other.copies]).toEqual([[copy, copy], []])
})

test('lost twice, the outcome is unknown: it is sent, may have arrived, and is charged, once', async () => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(() => unanswered)
  await texts.run(texts.openChannel([far]))
  expect(await texts.statusOf(sms.id)).toBe('processing')

  await again(far)
  await again(far)

  expect(far.copies).toEqual([copy, copy])
  expect(await texts.statusOf(sms.id)).toBe('sent')
  expect(await typesOf(sms)).toEqual(['delivery_delayed', 'possible_duplicate', 'unconfirmed'])
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
  expect(await texts.detail(sms)).toMatchObject({ credits_consumed: 10, customer_charge_dollars: 0.01 })
})

test('a second copy that is rejected does not mean that the first was: nothing is refunded', async () => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(oneAfterTheOther(unanswered, rejected))
  await texts.run(texts.openChannel([far]))

  await again(far)

  expect(await texts.statusOf(sms.id)).toBe('failed')
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
})

test.each([
  ['delivered', 'delivered'],
  ['undelivered', 'undelivered'],
] as const)('a receipt settles an unconfirmed message: %s', async (state, status) => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(() => unanswered)
  await texts.run(texts.openChannel([far]))
  await again(far)

  await texts.receipts({ carrier: 'scripted', carrierId: 'theirs', sms: keyOf(sms), state, reply: 'ok' })

  expect(await texts.statusOf(sms.id)).toBe(status)
  expect((await typesOf(sms)).at(-1)).toBe(status)
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
})

test('in doubt when the time runs out, it may have arrived and is not refunded', async () => {
  const sms = await texts.acceptOne(ada)
  await texts.expire(sms.id)

  await texts.run(texts.openChannel([scripted(() => unanswered)]))

  expect(await texts.statusOf(sms.id)).toBe('sent')
  expect(await typesOf(sms)).toEqual(['unconfirmed'])
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
})

test('with one part deferred and another in doubt when the time runs out, nothing is refunded', async () => {
  const sms = await texts.acceptOne(ada, { body: textOf(2) })
  await texts.expire(sms.id)

  await texts.run(
    texts.openChannel([scripted(({ nth }) => (nth === 1 ? throttled : unanswered), { takesParts: true })]),
  )

  expect(await texts.statusOf(sms.id)).toBe('sent')
  expect(await texts.ledger(sms)).toEqual(['sms -20'])
})

test('a part in doubt beside an accepted one is sent once more, as a possible duplicate, and is unconfirmed when the answer is lost again', async () => {
  const sms = await texts.acceptOne(ada, { body: textOf(2) })
  const far = scripted(({ nth }) => (nth === 1 ? taken() : unanswered), { takesParts: true })
  await texts.run(texts.openChannel([far]))
  await again(far)
  await again(far)
  await again(far)

  expect(far.copies).toEqual([`${ada} 1/2`, `${ada} 2/2`, `${ada} 2/2`])
  expect(await typesOf(sms)).toEqual(['delivery_delayed', 'possible_duplicate', 'unconfirmed'])
  expect(await texts.ledger(sms)).toEqual(['sms -20'])
})

const knowing = { idempotent: true, name: 'knowing' }

test('a carrier that recognizes repetitions gets the message as often as needed, and no duplicate is reported', async () => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(
    oneAfterTheOther(unanswered, unanswered, unanswered, () => taken()),
    knowing,
  )
  await texts.run(texts.openChannel([far]))
  await again(far)
  await again(far)

  await again(far)

  expect(far.begun.map(({ smsId }) => smsId)).toEqual([sms.id, sms.id, sms.id, sms.id])
  expect(await typesOf(sms)).toEqual(['delivery_delayed', 'delivery_delayed', 'delivery_delayed', 'sent'])
  expect(await texts.progress(sms.id)).toMatchObject({ status: 'sent', doubts: 0 })
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
})

test('a message that a carrier may have goes to no other, also when it was deferred in between', async () => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(
    oneAfterTheOther(unanswered, throttled, down, () => taken()),
    knowing,
  )
  const other = scripted(undefined, { name: 'two' })
  await texts.run(texts.openChannel([far, other]))
  await again(far, other)
  await again(far, other)
  await again(far, other)

  expect(other.begun).toEqual([])
  expect(await texts.progress(sms.id)).toMatchObject({ status: 'sent', carrier: 'knowing' })
})

test('a message that a carrier may have goes to no other, also when the next worker ended before asking it', async () => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(
    oneAfterTheOther(unanswered, () => taken()),
    knowing,
  )
  const other = scripted(undefined, { name: 'two' })
  await texts.run(texts.openChannel([far, other]))
  await texts.comeDue()
  await texts.takeAs('dead', [far, other])
  await texts.dead('dead')

  await texts.run(texts.openChannel([other, far]))

  expect(other.begun).toEqual([])
  expect(await texts.progress(sms.id)).toMatchObject({ status: 'sent', carrier: 'knowing' })
})

test.each([
  ['put off', throttled],
  ['unanswered again', unanswered],
])('a message that a carrier may have is not refunded when the time runs out: %s', async (_, answer) => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(oneAfterTheOther(unanswered, answer), knowing)
  await texts.run(texts.openChannel([far]))
  await again(far)
  await texts.expire(sms.id)

  await again(far)

  expect(await texts.statusOf(sms.id)).toBe('sent')
  expect(await texts.ledger(sms)).toEqual(['sms -10'])
})

test('when a carrier that recognizes repetitions rejects one, it never had the message: it is refunded', async () => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(oneAfterTheOther(unanswered, rejected), knowing)
  await texts.run(texts.openChannel([far]))

  await again(far)

  expect(await texts.statusOf(sms.id)).toBe('failed')
  expect(await texts.ledger(sms)).toEqual(['sms -10', 'refund 10'])
})

test.each([
  ['delivered', ['delivery_delayed', 'sent', 'delivered']],
  ['undelivered', ['delivery_delayed', 'sent', 'undelivered']],
  ['sent', ['delivery_delayed', 'sent']],
] as const)('a receipt under our own name ends the doubt without a second copy: %s', async (state, types) => {
  const sms = await texts.acceptOne(ada)
  const far = scripted(oneAfterTheOther(unanswered, () => taken()))
  await texts.run(texts.openChannel([far]))
  const receipt = { carrier: 'scripted', carrierId: 'theirs', sms: keyOf(sms), state, reply: 'ok', cost: '0.005' }
  await texts.receipts(receipt)
  expect(await texts.statusOf(sms.id)).toBe('processing')

  await again(far)

  expect(far.copies).toEqual([copy])
  expect(await typesOf(sms)).toEqual(types)
  expect(await texts.detail(sms)).toMatchObject({ status: state, credits_consumed: 10, carrier_total_cost: 0.005 })
})

test('after a receipt under our own name during the second submission, both copies are known', async () => {
  const sms = await texts.acceptOne(ada)
  const answer = gate()
  let asked = 0
  const far = scripted(
    oneAfterTheOther(unanswered, () => taken({ carrierId: 'second' })),
    {
      afterSubmit: async () => void (asked++ > 0 && (await answer.passed)),
    },
  )
  await texts.run(texts.openChannel([far]))
  const running = again(far)
  await vi.waitFor(() => expect(far.copies).toHaveLength(2))
  const about = { carrier: 'scripted', sms: keyOf(sms), reply: 'ok', cost: '0.005' }

  await texts.receipts({ ...about, carrierId: 'first', state: 'delivered' })
  answer.open()
  await running
  expect(await texts.statusOf(sms.id)).toBe('sent')
  await texts.receipts({ ...about, carrierId: 'second', state: 'undelivered' })

  expect(await texts.detail(sms)).toMatchObject({ status: 'delivered', carrier_total_cost: 0.01 })
})

test('a receipt between the end of the doubt and its commit is not lost', async () => {
  const sms = await texts.acceptOne(ada)
  await texts.run(texts.openChannel([scripted(() => unanswered)]))
  const receipt = { carrier: 'scripted', carrierId: 'theirs', sms: keyOf(sms), reply: 'ok' }
  await texts.receipts({ ...receipt, state: 'sent' })
  await texts.comeDue()
  const [toSend] = await texts.takeAs('worker')
  if (!toSend) throw new Error('nothing was taken')

  await texts.receipts({ ...receipt, state: 'delivered' })
  const conclusion = { kind: 'taken', carrier: 'scripted', total: 1 } as const
  await texts.database.transaction(tx => settle(tx, [{ sms: toSend, conclusion, at: new Date() }]))

  expect(await texts.statusOf(sms.id)).toBe('delivered')
})
