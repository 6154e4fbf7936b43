import type { SmsListItem } from '@posthorn/contract/messages/sms'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Smsc, type SmscOptions, startSmsc } from '../../sinks/smsc.ts'
import { receiptFor } from '../../sinks/smsc-delivery.ts'
import type { SubmittedMessage } from '../../sinks/smsc-message.ts'
import type { ReceiptState, SmscAct } from '../../sinks/smsc-script.ts'
import { type Client, client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { newPhoneNumber } from '../http-client/unique.ts'
import type { Service } from '../service/service.ts'
import { creditsOf, eventTypes, moneyOf, readSms, sendSms, untilSms } from './sending.ts'
import { startSmsService } from './service.ts'

const credentials = { systemId: 'posthorn', password: 's3cret' }
/** What the SMSC does with messages to a number. */
const acts = new Map<string, (message: SubmittedMessage) => SmscAct>()
const startOn = (port: number, more: SmscOptions = {}) =>
  startSmsc({ port, credentials, script: message => acts.get(`+${message.to}`)?.(message), ...more })

let smsc: Smsc
let service: Service
let api: Client
beforeAll(async () => {
  smsc = await startOn(0)
  service = await startSmsService(() => ({ POSTHORN_SMPP_URL: smsc.url }))
  api = client(service.url, service.liveKey)
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await smsc?.[Symbol.asyncDispose]()
})

/** A new number for which the SMSC does this. */
function somebody(act: SmscAct | ((message: SubmittedMessage) => SmscAct) = {}): string {
  const number = newPhoneNumber()
  acts.set(number, typeof act === 'function' ? act : () => act)
  return number
}

const arrivedAt = (number: string) => smsc.messages.filter(({ to }) => `+${to}` === number)
/** The reference, the total and the number of the part. */
const placeOf = ({ udh }: SubmittedMessage) => ({ reference: udh[3], total: udh[4] ?? 1, nth: udh[5] ?? 1 })
const tell = (message: SubmittedMessage, state: ReceiptState) =>
  smsc.deliver(receiptFor(message, { id: message.id, state, form: 'both', now: new Date() }))

describe('a message', () => {
  test('is submitted unchanged, and delivered when the receipt says so', async () => {
    const to = somebody({ receipts: [] })
    const { id } = await sendSms(api, { to, from: '+14155550100', body: 'Price: @1 = €2 [ok]' })

    const sent = await untilSms(api, id, 'sent')

    const [message, ...copies] = arrivedAt(to)
    if (!message) throw new Error('nothing arrived')
    expect(copies).toEqual([])
    expect([message.from, message.dataCoding, message.registeredDelivery]).toEqual(['14155550100', 0, 1])
    // @ is 0, and € [ ] are pairs with an escape.
    const octets = [...'Price: ', 0, '1', ' ', '=', ' ', 0x1b, 0x65, '2', ' ', 0x1b, 0x3c, 'o', 'k', 0x1b, 0x3e]
    expect([...message.octets]).toEqual(octets.map(one => (typeof one === 'number' ? one : one.charCodeAt(0))))
    expect(sent.delivered_at).toBeNull()
    expect(sent.events.at(-1)?.data).toMatchObject({ attempt: 1, carrier: 'smpp', host: `127.0.0.1:${smsc.port}` })

    expect(await tell(message, 'DELIVRD')).toBe(0)

    const delivered = await readSms(api, id)
    expect(delivered.status, 'written down before it was confirmed').toBe('delivered')
    expect(eventTypes(delivered)).toEqual(['sent', 'delivered'])
    expect(delivered.events.at(-1)?.data.reply).toMatch(/^DELIV/)
    expect(String(delivered.delivered_at) >= String(delivered.sent_at)).toBe(true)
    expect(moneyOf(delivered)).toEqual([10, 0.01, 0.0072, 0.0028])
  })

  test.each<[name: string, body: string, coding: number, count: number]>([
    ['of 400 letters', Array.from({ length: 100 }, (_, nth) => `${nth} is `.slice(0, 4)).join(''), 0, 3],
    ['with a pair at the border', `${'a'.repeat(152)}€${'b'.repeat(151)}`, 0, 2],
    ['in another script, with faces', `${'Привет '.repeat(12)}😀${'é'.repeat(40)}😀`, 8, 2],
  ])('%s is submitted in parts that fit together again', async (_name, body, coding, count) => {
    const to = somebody()
    const { id, segments_count } = await sendSms(api, { to, body })

    await untilSms(api, id)

    const parts = arrivedAt(to).toSorted((a, b) => (placeOf(a).nth ?? 0) - (placeOf(b).nth ?? 0))
    expect([parts.length, segments_count]).toEqual([count, count])
    expect(parts.map(({ dataCoding }) => dataCoding)).toEqual(parts.map(() => coding))
    expect(parts.map(placeOf)).toEqual(
      parts.map((_, index) => ({
        reference: placeOf(parts[0] as SubmittedMessage).reference,
        total: count,
        nth: index + 1,
      })),
    )
    expect(parts.map(({ text }) => text).join('')).toBe(body)
    for (const { octets } of parts) expect(octets.length).toBeLessThanOrEqual(coding === 8 ? 134 : 153)
  })

  test('in parts is delivered when all of them are', async () => {
    const to = somebody({ receipts: [] })
    const { id } = await sendSms(api, { to, body: 'a'.repeat(400) })
    await untilSms(api, id, 'sent')
    const [one, two, three] = arrivedAt(to)
    if (!one || !two || !three) throw new Error('there should be three parts')

    for (const part of [three, one, one]) expect(await tell(part, 'DELIVRD')).toBe(0)
    expect((await readSms(api, id)).status).toBe('sent')
    await tell(two, 'DELIVRD')

    const read = await readSms(api, id)
    expect([read.status, ...eventTypes(read)]).toEqual(['delivered', 'sent', 'delivered'])
    expect(moneyOf(read)).toEqual([30, 0.03, 0.0216, 0.0084])
  })

  test('in parts of which one is lost is undelivered, whatever happens to the others', async () => {
    const to = somebody(message => ({ receipts: [placeOf(message).nth === 2 ? 'UNDELIV' : 'DELIVRD'] }))
    const { id } = await sendSms(api, { to, body: 'a'.repeat(400) })

    expect(eventTypes(await untilSms(api, id, 'undelivered'))).toEqual(['sent', 'undelivered'])
  })

  test.each(['UNDELIV', 'EXPIRED', 'REJECTD', 'DELETED'] as const)(
    'whose receipt says %s is undelivered, and paid for: the carrier had it',
    async state => {
      const before = await creditsOf(api)
      const { id } = await sendSms(api, { to: somebody({ receipts: [state] }) })

      const read = await untilSms(api, id, 'undelivered')

      expect(eventTypes(read)).toEqual(['sent', 'undelivered'])
      // The word for the state has a long and a short form.
      expect(read.events.at(-1)?.data.reply).toContain(state.slice(0, 5))
      expect(read.delivered_at).toBeNull()
      expect(moneyOf(read)).toEqual([10, 0.01, 0.0072, 0.0028])
      expect((await creditsOf(api)).balance).toBe(before.balance - 10)
    },
  )

  test.each([0x0b, 0x0a, 0x01])(
    'that is refused with status %i has failed, and the credits come back',
    async status => {
      const before = await creditsOf(api)
      const { id, credits_consumed } = await sendSms(api, { to: somebody({ status }), body: 'a'.repeat(200) })
      expect(credits_consumed).toBe(20)

      const read = await untilSms(api, id, 'failed')

      expect(eventTypes(read)).toEqual(['failed'])
      expect(read.events[0]?.data.reply).toMatch(/ESME_R/)
      expect([read.sent_at, read.delivered_at, ...moneyOf(read)]).toEqual([null, null, 0, 0, 0, 0])
      const { balance, sms_consumed, total_consumed } = before
      expect(await creditsOf(api)).toMatchObject({ balance, sms_consumed, total_consumed })
    },
  )

  test('that the SMSC is too busy for is submitted as soon as it is not, once', async () => {
    const to = [somebody({ status: 0x58, times: 2 }), somebody({ status: 0x14, times: 2 })]
    const sent = [await sendSms(api, { to: to[0] }), await sendSms(api, { to: to[1] })]

    for (const { id } of sent) expect(eventTypes(await untilSms(api, id))).toEqual(['sent', 'delivered'])
    for (const number of to) expect(arrivedAt(number)).toHaveLength(1)
  })
})

describe('a receipt', () => {
  test('may come before the answer', async () => {
    const { id } = await sendSms(api, { to: somebody({ receiptsFirst: true }) })

    expect(eventTypes(await untilSms(api, id))).toEqual(['sent', 'delivered'])
  })

  test('may come twice, late, or contradict an earlier one, and changes nothing then', async () => {
    const to = somebody()
    const { id } = await sendSms(api, { to })
    const delivered = await untilSms(api, id)
    const [message] = arrivedAt(to)
    if (!message) throw new Error('nothing arrived')

    for (const state of ['DELIVRD', 'UNDELIV', 'ENROUTE'] as const) expect(await tell(message, state)).toBe(0)

    expect(await readSms(api, id)).toEqual(delivered)
  })

  test('that it is on the way is not a delivery', async () => {
    const { id } = await sendSms(api, { to: somebody({ receipts: ['ENROUTE', 'ACCEPTD', 'DELIVRD'] }) })

    expect(eventTypes(await untilSms(api, id))).toEqual(['sent', 'delivered'])
  })

  test('for an unknown message is accepted and dropped', async () => {
    const before = smsc.receipts.confirmed
    const { id } = await sendSms(api, { to: somebody({ receiptId: 'nobody-knows-me' }) })
    await expect.poll(() => smsc.receipts.confirmed, { timeout: 5_000 }).toBe(before + 1)

    const witness = await sendSms(api, { to: somebody() })

    await untilSms(api, witness.id)
    expect((await readSms(api, id)).status).toBe('sent')
  })
})

test('a picture cannot be sent by SMPP: it fails with a reason, and the credits come back', async () => {
  const before = await creditsOf(api)

  const { id } = await sendSms(api, { media_urls: ['https://cdn.example.com/cat.png'] })

  expect((await untilSms(api, id, 'failed')).events.at(-1)?.data.reason).toMatch(/media/)
  expect((await creditsOf(api)).balance).toBe(before.balance)
})

test('an SMSC that is restarted is reconnected to, and old receipts count', async () => {
  const [before, after] = [somebody({ receipts: [] }), somebody()]
  const old = await sendSms(api, { to: before })
  await untilSms(api, old.id, 'sent')
  const [message] = arrivedAt(before)
  if (!message) throw new Error('nothing arrived')
  await smsc[Symbol.asyncDispose]()

  // It counts from the beginning: its ids for new messages are those of old ones.
  smsc = await startOn(smsc.port, { receiptDelayMs: 300 })

  expect(await tell(message, 'DELIVRD'), 'told once it is bound').toBe(0)
  expect(smsc.binds.at(-1)).toMatchObject({ ...credentials, mode: 'transceiver' })
  expect((await readSms(api, old.id)).status).toBe('delivered')
  const { id } = await sendSms(api, { to: after })
  expect(eventTypes(await untilSms(api, id))).toEqual(['sent', 'delivered'])
  expect(await readAll<SmsListItem>(api, '/v1/sms?status=processing'), 'nothing is left behind').toEqual([])
})

test('no secret is in the log', () => {
  expect(service.output()).not.toContain(credentials.password)
})
