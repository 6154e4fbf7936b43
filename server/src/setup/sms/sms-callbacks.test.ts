/** HTTP carriers in both directions: the real callbacks, the real tables, and a carrier on a socket. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { type Api, startApi } from '#commands/api.ts'
import { openForeignText } from '#foreign-text/open.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { type DatabaseWire, startDatabaseWire } from '#resources/messages/emails/deliver/database-wire.fixture.ts'
import { addNumber } from '#resources/messages/numbers/add.ts'
import { openSmsFixture, ours, type SmsFixture } from '#resources/messages/sms/sms.fixture.ts'
import { type HttpCarrier, startHttpCarrier } from '../../../../sinks/http-carrier.ts'
import { telnyxDialect, telnyxSinkPublicKey } from '../../../../sinks/http-carrier-telnyx.ts'
import { twilioDialect } from '../../../../sinks/http-carrier-twilio.ts'
import { createCallers } from '../../../testing/callers.ts'
import { createTestDatabase } from '../../../testing/postgres.ts'
import { parseConfig } from '../config.ts'
import { liveCarriers, readCarrierPlan } from './sms-carriers.ts'

const secret = 'f0e1d2c3b4a5968778695a4b3c2d1e0f'
const accountSid = `AC${'0'.repeat(32)}`
const folder = mkdtempSync(join(tmpdir(), 'posthorn-callbacks-'))
const carriersFile = join(folder, 'carriers.json')
const log = pino({ level: 'silent' })

let texts: SmsFixture
let wire: DatabaseWire
let behindWire: Database
let sinks: Record<'twilio' | 'telnyx', HttpCarrier>
let api: Api
beforeAll(async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  texts = await openSmsFixture(url, createCallers)
  wire = await startDatabaseWire(url)
  behindWire = openDatabase({ url: wire.url })
  sinks = {
    twilio: await startHttpCarrier(twilioDialect({ accountSid, authToken: secret })),
    telnyx: await startHttpCarrier(telnyxDialect({ apiKey: secret })),
  }
  const carriers = {
    twilio: { type: 'twilio', account_sid: accountSid, auth_token: 'env:TOKEN', base_url: sinks.twilio.url },
    telnyx: {
      type: 'telnyx',
      api_key: 'env:TOKEN',
      public_key: telnyxSinkPublicKey,
      base_url: sinks.telnyx.url,
      answers_keywords: false,
    },
  }
  const routes = [
    { prefix: '+', carriers: ['twilio'] },
    { prefix: '+49', carriers: ['telnyx'] },
  ]
  writeFileSync(carriersFile, JSON.stringify({ carriers, routes }))
  api = await startApi(config(), behindWire, log, openForeignText(log))
})
afterAll(async () => {
  await api[Symbol.asyncDispose]()
  for (const sink of Object.values(sinks)) await sink[Symbol.asyncDispose]()
  await behindWire[Symbol.asyncDispose]()
  await wire[Symbol.asyncDispose]()
  await texts[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  wire.mend()
  await texts.clear()
  const { organizationId } = texts.live
  await texts.database.transaction(tx => addNumber(tx, new Date(), { organizationId, number: ours }))
})
afterEach(() => texts.expectNothingStuck())

const config = () => parseConfig({ PORT: '0', POSTHORN_CARRIERS_FILE: carriersFile, TOKEN: secret })
const numberOf = { twilio: '+14155550100', telnyx: '+4915112345678' }

/** Submits a message as a worker that the carriers can reach. */
async function submit(name: keyof typeof numberOf) {
  const sms = await texts.acceptOne(numberOf[name])
  const parts = { arrivals: { receipt: async () => {}, inbound: async () => {} }, log }
  await using live = liveCarriers({ publicUrl: api.url }, readCarrierPlan(config()), parts)
  await texts.run(texts.openChannel([], { carriers: { live, test: live } }))
  const taken = sinks[name].taken.at(-1)
  if (!taken) throw new Error('the carrier has nothing')
  return { sms, taken }
}

describe.each(['twilio', 'telnyx'] as const)('%s', name => {
  const inbound = (body: string) => ({ from: numberOf[name], to: ours, body })
  const address = () => `${api.url}/callbacks/${name}`

  test('a message goes there and its receipt comes back, twice', async () => {
    const { sms, taken } = await submit(name)
    expect(taken).toMatchObject({ to: numberOf[name], from: ours, body: sms.draft.body })
    expect(taken.callbackUrl).toContain(`${address()}?sms=${sms.environmentId}.${sms.id}`)

    const answers = await sinks[name].report(taken, 'delivered', { times: 2 })

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { status, events } = await texts.detail(sms)
    expect(status).toBe('delivered')
    expect(events.map(({ type }) => type)).toEqual(['sent', 'delivered'])
  })

  test('a receipt that arrives before the answer is matched with it', async () => {
    sinks[name].script(numberOf[name], { receiptFirst: 'failed' })

    const { sms } = await submit(name)

    expect(await texts.statusOf(sms.id)).toBe('undelivered')
  })

  test.each(['wrong', 'missing'] as const)('with a signature that is %s nothing changes', async signature => {
    const { sms, taken } = await submit(name)

    const answers = [
      ...(await sinks[name].report(taken, 'delivered', { signature })),
      ...(await sinks[name].deliver(address(), inbound('STOP'), { signature })),
    ]

    expect(answers.map(({ status }) => status)).toEqual([401, 401])
    expect(await texts.statusOf(sms.id)).toBe('sent')
    expect(await texts.stored()).toHaveLength(1)
  })

  test('a receipt signed for one message is not taken for another', async () => {
    const [first, second] = [await submit(name), await submit(name)]
    const key = (sms: { environmentId: string; id: string }) => `${sms.environmentId}.${sms.id}`
    const wrong = first.taken.callbackUrl?.replace(key(first.sms), key(second.sms)) ?? ''

    await sinks[name].report({ ...first.taken, callbackUrl: wrong }, 'delivered')

    expect(await texts.statusOf(second.sms.id)).toBe('sent')
  })

  test('an inbound message is stored once, and its keyword takes effect', async () => {
    const message = { ...inbound('Stop'), id: name === 'twilio' ? `SM${'e'.repeat(32)}` : crypto.randomUUID() }

    const answers = await sinks[name].deliver(address(), message, { times: 2 })

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const stored = await texts.stored()
    expect(stored.filter(one => one.direction === 'inbound')).toHaveLength(1)
    // Twilio answers keywords by itself; the file says that this Telnyx account does not.
    expect(stored.filter(one => one.direction === 'outbound')).toHaveLength(name === 'twilio' ? 0 : 1)
    await expect(texts.acceptOne(numberOf[name])).rejects.toMatchObject({ cause: { code: 'recipient_opted_out' } })
  })

  test('a keyword of another language, which the carrier does not know, is answered by us', async () => {
    await sinks[name].deliver(address(), inbound('Hilfe!'))

    const answers = (await texts.stored()).filter(one => one.direction === 'outbound')
    expect(answers).toMatchObject([{ to_number: numberOf[name], body: expect.stringContaining('reply STOP') }])
  })

  test('while the database is unavailable the carrier gets 503 and posts again', async () => {
    const { sms, taken } = await submit(name)
    wire.cut()

    const [away] = await sinks[name].report(taken, 'delivered')
    wire.mend()
    const [back] = await sinks[name].report(taken, 'delivered')

    expect([away?.status, back?.status]).toEqual([503, 200])
    expect(await texts.statusOf(sms.id)).toBe('delivered')
  })
})

test('the detail has the price that the carrier charges', async () => {
  const { sms, taken } = await submit('telnyx')

  await sinks.telnyx.report(taken, 'delivered')

  expect(await texts.detail(sms)).toMatchObject({ carrier_total_cost: 0.0051, margin_dollars: 0.0949 })
})

test('when a carrier does not answer, its receipt settles the message, and no second copy is sent', async () => {
  sinks.twilio.script(numberOf.twilio, { after: 'reset', taken: true })
  const { sms, taken } = await submit('twilio')
  expect(await texts.statusOf(sms.id)).toBe('processing')
  const copies = sinks.twilio.taken.length

  await sinks.twilio.report(taken, 'delivered')
  await texts.comeDue()
  await texts.run(texts.openChannel([liveTwilio()]))

  expect(sinks.twilio.taken).toHaveLength(copies)
  expect(await texts.statusOf(sms.id)).toBe('delivered')
})

const liveTwilio = () => {
  const book = liveCarriers({ publicUrl: api.url }, readCarrierPlan(config()), {
    arrivals: { receipt: async () => {}, inbound: async () => {} },
    log,
  })
  const carrier = book.named('twilio')
  if (!carrier) throw new Error('there is no such carrier')
  return carrier
}

test('a carrier that is not in the file cannot report', async () => {
  const answers = await sinks.twilio.deliver(`${api.url}/callbacks/other`, {
    from: numberOf.twilio,
    to: ours,
    body: 'STOP',
  })

  expect(answers).toMatchObject([{ status: 404 }])
})
