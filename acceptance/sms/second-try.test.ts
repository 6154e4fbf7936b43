/** A deferred message is tried again after ten seconds. All of them are deferred at the beginning, so that there is only one wait. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type HttpCarrier, startHttpCarrier } from '../../sinks/http-carrier.ts'
import type { CarrierAct } from '../../sinks/http-carrier-script.ts'
import { type Smsc, startSmsc } from '../../sinks/smsc.ts'
import type { SubmittedMessage } from '../../sinks/smsc-message.ts'
import type { SmscAct } from '../../sinks/smsc-script.ts'
import { type Client, client } from '../http-client/client.ts'
import type { Service } from '../service/service.ts'
import { carrierSettings, newNumberIn, telnyx, telnyxEntry, twilio, twilioEntry } from './carriers-file.ts'
import { creditsOf, eventTypes, readSms, sendSms, untilSms } from './sending.ts'
import { startSmsService } from './service.ts'

const long = `${'first '.repeat(25)}${'second '.repeat(21)}${'third '.repeat(10)}`

/** By number, what an SMSC does with a part that arrives for the first time. */
const acts = new Map<string, (part: number) => SmscAct | undefined>()
const partOf = ({ udh }: SubmittedMessage) => udh[5] ?? 1

function startMoodySmsc(port = 0): Promise<Smsc> {
  const met = new Set<string>()
  return startSmsc({
    port,
    script(message) {
      const name = `${message.to} ${partOf(message)}`
      const act = met.has(name) ? undefined : acts.get(`+${message.to}`)?.(partOf(message))
      met.add(name)
      return act
    },
  })
}

async function startCarriers() {
  return {
    ...{ twilio: await startHttpCarrier(twilio), other: await startHttpCarrier(twilio) },
    telnyx: await startHttpCarrier(telnyx),
    ...{ smsc: await startMoodySmsc(), lossy: await startMoodySmsc(), restarted: await startMoodySmsc() },
  }
}

type Put = { id: string; to: string; credits: number }
let service: Service
let api: Client
let carriers: Awaited<ReturnType<typeof startCarriers>>
let put: Awaited<ReturnType<typeof putAllOff>>

beforeAll(async () => {
  carriers = await startCarriers()
  const { smsc, lossy, restarted } = carriers
  const entries = {
    ...{ twilio: twilioEntry(carriers.twilio), other: twilioEntry(carriers.other) },
    telnyx: telnyxEntry(carriers.telnyx, { idempotent: true }),
    ...{ smsc: { type: 'smpp', url: smsc.url }, lossy: { type: 'smpp', url: lossy.url } },
    restarted: { type: 'smpp', url: restarted.url },
  }
  const routes = {
    ...{ '+44': ['twilio'], '+33': ['other'], '+1': ['telnyx'] },
    ...{ '+491': ['smsc'], '+492': ['lossy'], '+493': ['restarted'] },
  }
  service = await startSmsService(folder => carrierSettings(folder, entries, routes))
  api = client(service.url, service.liveKey)
  put = await putAllOff()
})
afterAll(async () => {
  for (const one of [service, ...Object.values(carriers ?? {})]) await one?.[Symbol.asyncDispose]()
})

/** Sends it, and checks that it was deferred for about ten seconds. */
async function putOff(to: string, fields: object = {}): Promise<Put> {
  const { id, credits_consumed } = await sendSms(api, { to, ...fields })
  await vi.waitFor(
    async () => {
      const { status, events } = await readSms(api, id)
      expect([status, events.map(({ type }) => type)]).toEqual(['processing', ['delivery_delayed']])
      const [{ created_at, data } = { created_at: '', data: {} }] = events
      const wait = Date.parse(data.next_attempt_at ?? '') - Date.parse(created_at)
      expect(Math.abs(wait - 10_000), 'milliseconds off ten seconds').toBeLessThanOrEqual(1_000)
    },
    { timeout: 15_000, interval: 50 },
  )
  return { id, to, credits: credits_consumed }
}

function putOffBy(carrier: HttpCarrier, prefix: string, act: CarrierAct): Promise<Put> {
  const to = newNumberIn(prefix)
  carrier.script(to, act)
  return putOff(to)
}

function putOffBySmsc(prefix: string, act: (part: number) => SmscAct | undefined, body: string): Promise<Put> {
  const to = newNumberIn(prefix)
  acts.set(to, act)
  return putOff(to, { body })
}

async function putAllOff() {
  const lost = { after: 'reset', taken: true } as const
  const { port } = carriers.restarted
  await carriers.restarted[Symbol.asyncDispose]()
  const byHttp = {
    lost: putOffBy(carriers.twilio, '+44', lost),
    garbled: putOffBy(carriers.twilio, '+44', { raw: '<html>ok</html>', taken: true }),
    reported: putOffBy(carriers.twilio, '+44', lost),
    repeated: putOffBy(carriers.telnyx, '+1', lost),
    broken: putOffBy(carriers.other, '+33', { status: 500, code: '20500', words: 'Internal error' }),
  }
  const bySmsc = {
    late: putOffBySmsc('+491', part => (part === 2 ? { status: 0x08 } : undefined), long),
    halfLost: putOffBySmsc('+492', part => (part === 2 ? { hangUp: 'reset-after' } : undefined), long),
    meanwhile: putOff(newNumberIn('+493')),
  }
  await Promise.all([...Object.values(byHttp), ...Object.values(bySmsc)])
  carriers.restarted = await startMoodySmsc(port)
  const reported = await byHttp.reported
  for (const copy of copiesAt(carriers.twilio, reported)) await carriers.twilio.report(copy, 'delivered')
  const [late, halfLost, meanwhile] = await Promise.all([bySmsc.late, bySmsc.halfLost, bySmsc.meanwhile])
  return {
    ...{ lost: await byHttp.lost, garbled: await byHttp.garbled, repeated: await byHttp.repeated },
    ...{ broken: await byHttp.broken, reported, late, halfLost, meanwhile },
    // The last ones: nothing can be submitted for a while after these.
    lostBySmsc: await putOffBySmsc('+491', () => ({ hangUp: 'reset-after' }), 'Hello.'),
    busy: await putOffBy(carriers.other, '+33', { status: 429, code: '20429', words: 'Too many requests' }),
  }
}

const copiesAt = (carrier: HttpCarrier, { to }: Put) => carrier.taken.filter(one => one.to === to)
const partsAt = (smsc: Smsc, { to }: Put) => smsc.messages.filter(one => `+${one.to}` === to)
const later = ({ id }: Put, status: 'sent' | 'delivered') => untilSms(api, id, status, 45_000)

test('a message whose answer was lost is submitted once more, which is reported, and paid for once', async () => {
  for (const [one, reply] of [
    [put.lost, /No answer/],
    [put.garbled, /200 /],
  ] as const) {
    const read = await later(one, 'sent')

    expect(eventTypes(read)).toEqual(['delivery_delayed', 'possible_duplicate', 'sent'])
    expect(read.events[0]?.data.reply).toMatch(reply)
    expect(copiesAt(carriers.twilio, one)).toHaveLength(2)
    expect(read.credits_consumed).toBe(one.credits)
  }
})

test('a message that the carrier has reported on meanwhile is not submitted again', async () => {
  expect(eventTypes(await later(put.reported, 'delivered'))).not.toContain('possible_duplicate')
  expect(copiesAt(carriers.twilio, put.reported)).toHaveLength(1)
})

test('a carrier that recognizes repetitions gets the same again with the same key, and there is one copy', async () => {
  const read = await later(put.repeated, 'sent')

  expect(eventTypes(read)).toEqual(['delivery_delayed', 'sent'])
  expect(copiesAt(carriers.telnyx, put.repeated)).toHaveLength(1)
  const asked = carriers.telnyx.requests.filter(({ body }) => body.includes(put.repeated.to))
  expect(asked).toHaveLength(2)
  expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(new Set(asked.map(({ body }) => body)).size).toBe(1)
})

test('a carrier that was too busy or broken is tried again; only what it may have taken is called a duplicate', async () => {
  expect(eventTypes(await later(put.busy, 'sent'))).toEqual(['delivery_delayed', 'sent'])
  expect(eventTypes(await later(put.broken, 'sent'))).toEqual(['delivery_delayed', 'possible_duplicate', 'sent'])
  for (const one of [put.busy, put.broken]) expect(copiesAt(carriers.other, one)).toHaveLength(1)
})

test('of a long text only the deferred parts are sent again, and they fit the others', async () => {
  const read = await later(put.late, 'delivered')

  expect(eventTypes(read)).toEqual(['delivery_delayed', 'sent', 'delivered'])
  const parts = partsAt(carriers.smsc, put.late)
  expect(parts.map(partOf)).toEqual([1, 2, 3])
  expect(new Set(parts.map(({ udh }) => udh[3])).size, 'one reference').toBe(1)
  expect(parts.map(({ text }) => text).join('')).toBe(long)
})

test('an SMSC that hung up instead of answering gets it once more, which is reported', async () => {
  const read = await later(put.lostBySmsc, 'delivered')

  expect(eventTypes(read)).toEqual(['delivery_delayed', 'possible_duplicate', 'sent', 'delivered'])
  expect(partsAt(carriers.smsc, put.lostBySmsc)).toHaveLength(2)
})

test('a part whose answer was lost is sent once more, which is reported as well', async () => {
  const read = await later(put.halfLost, 'delivered')

  expect(partsAt(carriers.lossy, put.halfLost).map(partOf)).toEqual([1, 2, 2, 3])
  expect(eventTypes(read)).toEqual(['delivery_delayed', 'possible_duplicate', 'sent', 'delivered'])
})

test('an SMSC that was away gets what was sent meanwhile, once', async () => {
  const read = await later(put.meanwhile, 'delivered')

  expect(eventTypes(read)).toEqual(['delivery_delayed', 'sent', 'delivered'])
  expect(partsAt(carriers.restarted, put.meanwhile)).toHaveLength(1)
})

test('each was paid for once, whatever happened to it', async () => {
  const due = Object.values(put).reduce((sum, { credits }) => sum + credits, 0)

  expect(await creditsOf(api)).toMatchObject({ sms_consumed: due, total_consumed: due })
})
