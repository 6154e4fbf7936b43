import type { Contact } from '@posthorn/contract/audience/contacts'
import type { SmsListItem } from '@posthorn/contract/messages/sms'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../sinks/free-port.ts'
import { type HttpCarrier, startHttpCarrier } from '../../sinks/http-carrier.ts'
import { type Client, client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import type { Service } from '../service/service.ts'
import {
  carrierSettings,
  newNumberIn,
  telnyx,
  telnyxAccount,
  telnyxEntry,
  twilio,
  twilioAccount,
  twilioEntry,
} from './carriers-file.ts'
import { creditsOf, eventTypes, hello, moneyOf, readSms, sendSms, untilSms } from './sending.ts'
import { addNumber, startSmsService } from './service.ts'

const ours = '+14155550100'
let atTwilio: HttpCarrier
let atTelnyx: HttpCarrier
/** Another account, which will misbehave. */
let atBusy: HttpCarrier
let service: Service
let api: Client

beforeAll(async () => {
  atTwilio = await startHttpCarrier(twilio)
  atTelnyx = await startHttpCarrier(telnyx)
  atBusy = await startHttpCarrier(twilio)
  const closed = { url: `http://127.0.0.1:${await freePort()}` }
  const carriers = {
    twilio: twilioEntry(atTwilio),
    telnyx: telnyxEntry(atTelnyx, { idempotent: true, answers_keywords: false }),
    busy: twilioEntry(atBusy),
    closed: telnyxEntry(closed),
  }
  const routes = {
    '+1': ['telnyx', 'twilio'],
    '+44': ['twilio'],
    '+4479': ['telnyx'],
    '+49': ['closed', 'twilio'],
    '+43': ['busy', 'telnyx'],
  }
  service = await startSmsService(folder => carrierSettings(folder, carriers, routes))
  api = client(service.url, service.liveKey)
  await addNumber(service, ours)
})
afterAll(async () => {
  for (const started of [service, atTwilio, atTelnyx, atBusy]) await started?.[Symbol.asyncDispose]()
})

const takenBy = (carrier: HttpCarrier, number: string) => carrier.taken.filter(({ to }) => to === number)

/** Sent, with what the carrier has of it. */
async function handedTo(carrier: HttpCarrier, prefix: string, fields: object = {}) {
  const to = newNumberIn(prefix)
  const { id } = await sendSms(api, { from: ours, to, ...fields })
  await untilSms(api, id, 'sent')
  const [message, ...copies] = takenBy(carrier, to)
  if (!message) throw new Error('the carrier does not have it')
  expect(copies).toEqual([])
  return { id, to, message }
}

describe('the number decides which carrier gets a message', () => {
  test.each<[prefix: string, carrier: string]>([
    ['+1', 'telnyx'],
    ['+44', 'twilio'],
    ['+4479', 'telnyx'],
  ])('%s: %s', async (prefix, carrier) => {
    const sink = carrier === 'twilio' ? atTwilio : atTelnyx
    const body = `€uro & ${'long '.repeat(40)}😀`
    const { id, message, to } = await handedTo(sink, prefix, { body })

    expect(message).toMatchObject({ from: ours, to, body, mediaUrls: [] })
    const { events } = await readSms(api, id)
    expect(events.at(-1)?.data).toMatchObject({ carrier, host: `127.0.0.1:${sink.port}`, attempt: 1 })
  })

  test('pictures are sent along', async () => {
    const media_urls = ['https://cdn.example.com/1.png', 'https://cdn.example.com/2.png']
    for (const [sink, prefix] of [
      [atTelnyx, '+1'],
      [atTwilio, '+44'],
    ] as const) {
      const { message } = await handedTo(sink, prefix, { body: '', media_urls })
      expect(message.mediaUrls).toEqual(media_urls)
    }
  })

  test('a number without a carrier fails with a reason, and the credits come back', async () => {
    const before = await creditsOf(api)
    const { id } = await sendSms(api, { to: newNumberIn('+33') })

    const read = await untilSms(api, id, 'failed')

    expect(read.events.at(-1)?.data.reason).toMatch(/carrier/i)
    expect((await creditsOf(api)).balance).toBe(before.balance)
  })

  test('while the first carrier is closed or failing the second one takes it, once, and the event says so', async () => {
    const [first, second] = [newNumberIn('+49'), newNumberIn('+43')]
    atBusy.script(second, { status: 503, code: '20503', words: 'Service is down for maintenance' })

    const sent = [await sendSms(api, { to: first }), await sendSms(api, { to: second })]

    const [atOnce, afterNo] = await Promise.all(sent.map(({ id }) => untilSms(api, id, 'sent')))
    expect(atOnce?.events.map(({ type }) => type)).toEqual(['sent'])
    expect(atOnce?.events[0]?.data).toMatchObject({
      carrier: 'twilio',
      reason: expect.stringMatching(/closed.*down|ECONNREFUSED/),
    })
    expect(afterNo?.events.map(({ type }) => type)).toEqual(['sent'])
    expect(afterNo?.events[0]?.data).toMatchObject({ carrier: 'telnyx', reason: expect.stringContaining('503') })
    expect(
      [takenBy(atTwilio, first), takenBy(atTelnyx, second), takenBy(atBusy, second)].map(all => all.length),
    ).toEqual([1, 1, 0])
  })

  test('a message that the carrier refuses has failed, and the credits come back once', async () => {
    const before = await creditsOf(api)
    const [one, two] = [newNumberIn('+44'), newNumberIn('+1')]
    atTwilio.script(one, { status: 400, code: '21211', words: 'Invalid To number' })
    atTelnyx.script(two, { status: 422, code: '40310', words: 'Invalid to address' })

    const sent = [await sendSms(api, { to: one, body: 'a'.repeat(161) }), await sendSms(api, { to: two })]

    for (const [index, words] of [/400.*21211.*Invalid To/, /422.*40310/].entries()) {
      const read = await untilSms(api, sent[index]?.id ?? '', 'failed')
      expect(eventTypes(read)).toEqual(['failed'])
      expect(read.events[0]?.data.reply).toMatch(words)
      expect(moneyOf(read)).toEqual([0, 0, 0, 0])
    }
    const { balance, sms_consumed } = before
    expect(await creditsOf(api)).toMatchObject({ balance, sms_consumed })
    expect([takenBy(atTwilio, two), takenBy(atTelnyx, one)], 'nobody else is asked').toEqual([[], []])
  })
})

describe('a report', () => {
  test('of delivery by Telnyx counts, with its cost', async () => {
    const { id, message } = await handedTo(atTelnyx, '+1')
    expect(moneyOf(await readSms(api, id))).toEqual([10, 0.01, 0.0072, 0.0028])

    expect((await atTelnyx.report(message, 'delivered')).map(({ status }) => status)).toEqual([200])

    const read = await readSms(api, id)
    expect([read.status, ...eventTypes(read)]).toEqual(['delivered', 'sent', 'delivered'])
    expect(moneyOf(read), 'what the carrier says it takes').toEqual([10, 0.01, 0.0051, 0.0049])
  })

  test('of delivery by Twilio counts, at the cost of the rate card', async () => {
    const { id, message } = await handedTo(atTwilio, '+44')

    expect((await atTwilio.report(message, 'delivered')).map(({ status }) => status)).toEqual([200])

    const read = await readSms(api, id)
    expect([read.status, ...eventTypes(read)]).toEqual(['delivered', 'sent', 'delivered'])
    expect(moneyOf(read)).toEqual([55, 0.055, 0.043, 0.012])
  })

  test('of a later failure makes it undelivered, and it stays paid for', async () => {
    for (const [sink, prefix, code] of [
      [atTwilio, '+44', '30003'],
      [atTelnyx, '+1', '40008'],
    ] as const) {
      const before = await creditsOf(api)
      const { id, message } = await handedTo(sink, prefix)

      await sink.report(message, 'failed')

      const read = await readSms(api, id)
      expect([read.status, ...eventTypes(read)]).toEqual(['undelivered', 'sent', 'undelivered'])
      expect(read.events.at(-1)?.data.reply).toContain(code)
      expect((await creditsOf(api)).balance).toBe(before.balance - read.credits_consumed)
    }
  })

  test('may come before the answer, twice, out of order, or contradict an earlier one', async () => {
    for (const [sink, prefix] of [
      [atTwilio, '+44'],
      [atTelnyx, '+1'],
    ] as const) {
      const to = newNumberIn(prefix)
      sink.script(to, { receiptFirst: 'delivered' })
      const { id } = await sendSms(api, { to })
      const delivered = await untilSms(api, id)
      const [message] = takenBy(sink, to)
      if (!message) throw new Error('the carrier does not have it')

      for (const state of ['sent', 'delivered', 'failed'] as const)
        expect((await sink.report(message, state, { times: 2 })).map(({ status }) => status)).toEqual([200, 200])

      expect(eventTypes(delivered)).toEqual(['sent', 'delivered'])
      expect(await readSms(api, id)).toEqual(delivered)
    }
  })

  test('for a message that was not sent from here is accepted and dropped', async () => {
    for (const [sink, prefix, dialect] of [
      [atTwilio, '+44', twilio],
      [atTelnyx, '+1', telnyx],
    ] as const) {
      const { message } = await handedTo(sink, prefix)
      const address = (message.callbackUrl ?? '').split('?')[0] ?? ''

      const answers = await sink.report({ ...message, id: dialect.newId(), callbackUrl: address }, 'delivered')

      expect(answers.map(({ status }) => status)).toEqual([200])
    }
  })

  test('that is forged, or signed by another carrier, is refused and changes nothing', async () => {
    for (const [sink, prefix, foreign] of [
      [atTwilio, '+44', 'telnyx'],
      [atTelnyx, '+1', 'twilio'],
    ] as const) {
      const { id, message } = await handedTo(sink, prefix)
      const before = await readSms(api, id)
      const elsewhere = (message.callbackUrl ?? '').replace(/callbacks\/\w+/, `callbacks/${foreign}`)

      const answers = [
        ...(await sink.report(message, 'delivered', { signature: 'wrong' })),
        ...(await sink.report(message, 'failed', { signature: 'missing' })),
        ...(await sink.report(message, 'delivered', { address: elsewhere })),
      ]

      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
      for (const { body } of answers) expect(JSON.parse(body)).toMatchObject({ code: 'unauthorized', statusCode: 401 })
      expect(await readSms(api, id)).toEqual(before)
    }
  })

  test('for one message cannot be made from the signature for another', async () => {
    const [mine, other] = [await handedTo(atTwilio, '+44'), await handedTo(atTwilio, '+44')]
    const address = mine.message.callbackUrl ?? ''
    const { headers, body } = twilio.receipt(mine.message, 'delivered', address)

    const answers = await Promise.all([
      fetch(other.message.callbackUrl ?? '', { method: 'POST', headers, body }),
      fetch(address, { method: 'POST', headers, body: body.replace(mine.message.id, other.message.id) }),
      fetch(`${address}&more=1`, { method: 'POST', headers, body }),
    ])

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
    expect((await readSms(api, other.id)).status).toBe('sent')
  })

  test('to an unknown address, too large, or by another method is refused like any other request', async () => {
    const at = (path: string, init: RequestInit) => fetch(`${service.url}${path}`, init).then(({ status }) => status)
    const large = { method: 'POST', body: 'x'.repeat(1_100_000), headers: { 'content-type': 'application/json' } }

    expect(await at('/callbacks/nobody', { method: 'POST', body: '{}' })).toBe(404)
    expect(await at('/callbacks/telnyx', large)).toBe(413)
    expect(await at('/callbacks/telnyx', { method: 'POST' })).toBe(401)
    expect([404, 405]).toContain(await at('/callbacks/telnyx', {}))
  })
})

describe('what people write', () => {
  const saidBy = (number: string) => readAll<SmsListItem>(api, `/v1/sms?from=${encodeURIComponent(number)}`)
  const saidTo = (number: string) => readAll<SmsListItem>(api, `/v1/sms?to=${encodeURIComponent(number)}`)
  const addressOf = (carrier: string) => `${service.url}/callbacks/${carrier}`
  const isOptedOut = async (to: string) =>
    (await api.post('/v1/sms', { ...hello(), to })).body.code === 'recipient_opted_out'

  test('is stored once, however often it is reported, with its pictures', async () => {
    for (const [name, sink, prefix] of [
      ['twilio', atTwilio, '+44'],
      ['telnyx', atTelnyx, '+1'],
    ] as const) {
      const from = newNumberIn(prefix)
      const mediaUrls = ['https://media.example.com/1.png']

      const answers = await sink.deliver(
        addressOf(name),
        { from, to: ours, body: 'Где магазин? 😀', mediaUrls },
        { times: 3 },
      )

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const [item, ...others] = await saidBy(from)
      expect(others).toEqual([])
      expect(await readSms(api, item?.id ?? '')).toMatchObject({
        ...{ body: 'Где магазин? 😀', status: 'received', direction: 'inbound', media_urls: mediaUrls },
        ...{ credits_consumed: 0, carrier_total_cost: 0 },
      })
    }
  })

  test('STOP opts out the number; it is confirmed by us where the carrier does not do it, and once', async () => {
    for (const [name, sink, prefix, confirmations] of [
      ['twilio', atTwilio, '+44', 0],
      ['telnyx', atTelnyx, '+1', 1],
    ] as const) {
      const from = newNumberIn(prefix)
      const { body: contact } = await api.post<Contact>('/v1/contacts', { phone_number: from })

      for (let time = 0; time < 2; time++) await sink.deliver(addressOf(name), { from, to: ours, body: 'Stop' })

      expect(await isOptedOut(from)).toBe(true)
      expect((await api.get<Contact>(`/v1/contacts/${contact.id}`)).body.sms_subscribed).toBe(false)
      expect(await saidTo(from)).toHaveLength(confirmations)
      for (const { id } of await saidTo(from)) await untilSms(api, id, 'sent')
      expect(takenBy(sink, from)).toHaveLength(confirmations)
      await sink.deliver(addressOf(name), { from, to: ours, body: 'START' })
      expect(await isOptedOut(from)).toBe(false)
    }
  })

  test('by a forger is refused: nobody is opted out', async () => {
    for (const [name, sink, prefix] of [
      ['twilio', atTwilio, '+44'],
      ['telnyx', atTelnyx, '+1'],
    ] as const) {
      const from = newNumberIn(prefix)
      const stop = { from, to: ours, body: 'STOP' }
      const other = name === 'twilio' ? 'telnyx' : 'twilio'

      const answers = [
        ...(await sink.deliver(addressOf(name), stop, { signature: 'wrong' })),
        ...(await sink.deliver(addressOf(name), stop, { signature: 'missing' })),
        ...(await sink.deliver(addressOf(other), stop)),
      ]

      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
      expect(await saidBy(from)).toEqual([])
      expect(await isOptedOut(from)).toBe(false)
    }
  })
})

test('no secret is in the log or in an event', async () => {
  const secrets = [twilioAccount.authToken, telnyxAccount.apiKey]
  const { body } = await api.get('/v1/sms?limit=100')
  for (const secret of secrets) {
    expect(service.output()).not.toContain(secret)
    expect(JSON.stringify(body)).not.toContain(secret)
  }
})
