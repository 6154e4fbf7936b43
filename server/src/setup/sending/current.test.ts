import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { sealer } from '#core/seal.ts'
import type { Database } from '#postgres/database.ts'
import { removeWay, saveWay } from '#resources/account/sending-plan/change.ts'
import { waySafe } from '#resources/account/sending-plan/safe.ts'
import type { RelayWay, SmsWay } from '#resources/account/sending-plan/way.ts'
import { openTestDatabase } from '../../../testing/postgres.ts'
import { parseConfig } from '../config.ts'
import { liveTransportNames } from '../email/email-transports.ts'
import { readCarrierPlan } from '../sms/sms-carriers.ts'
import { openCurrentSending } from './current.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
beforeEach(() => database.db.deleteFrom('sending_ways').execute())
afterAll(() => database[Symbol.asyncDispose]())

const safe = waySafe(sealer(randomBytes(32)))
const relay: RelayWay = {
  ...{ type: 'relay', preset: null, host: 'smtp.acme.test', port: 587, security: 'starttls' },
  ...{ username: 'ada', password: 'p@ss/w?rd' },
}
const twilio: SmsWay = {
  ...{ type: 'twilio', accountSid: `AC${'0'.repeat(32)}`, authToken: 'a-token-of-ours', messagingServiceSid: null },
  baseUrl: null,
}
const save = (way: RelayWay = relay) =>
  database.transaction(tx => saveWay(tx, safe, { channel: 'email', way, at: new Date() }))
const open = (environment: Record<string, string> = {}, everyMs = 60_000) =>
  openCurrentSending(parseConfig(environment), { db: database.db, safe, log: pino({ level: 'silent' }), everyMs })

test('with nothing set and nothing saved, messages are captured', async () => {
  using current = await open()

  expect(liveTransportNames(current.now())).toEqual(['capture'])
  expect(readCarrierPlan(current.now()).carriers).toEqual([{ name: 'capture', type: 'capture' }])
})

test('a saved choice is used from the next start', async () => {
  await save()
  await database.transaction(tx => saveWay(tx, safe, { channel: 'sms', way: twilio, at: new Date() }))

  using current = await open()

  expect(liveTransportNames(current.now())).toEqual(['relay'])
  expect(current.now().smtpUrl).toBe('smtp://ada:p%40ss%2Fw%3Frd@smtp.acme.test:587?tls=required')
  expect(readCarrierPlan(current.now()).carriers).toMatchObject([{ name: 'twilio', authToken: 'a-token-of-ours' }])
})

test('a setting in the environment wins over a saved choice', async () => {
  await save()
  await database.transaction(tx => saveWay(tx, safe, { channel: 'sms', way: twilio, at: new Date() }))

  using current = await open({ POSTHORN_EMAIL_TRANSPORTS: 'capture', POSTHORN_SMPP_URL: 'smpp://a:b@smsc.test' })

  expect(liveTransportNames(current.now())).toEqual(['capture'])
  expect(readCarrierPlan(current.now()).carriers).toMatchObject([{ name: 'smpp' }])
})

test('a change and a removal are noticed without a restart, and logged once each', async () => {
  using current = await open({}, 20)
  const changed = vi.fn()
  current.onChange(changed)

  await save()
  await vi.waitFor(() => expect(liveTransportNames(current.now())).toEqual(['relay']), { timeout: 10_000 })
  await current.refresh()
  expect(changed).toHaveBeenCalledTimes(1)

  await database.transaction(tx => removeWay(tx, 'email'))
  await current.refresh()
  expect(liveTransportNames(current.now())).toEqual(['capture'])
  expect(changed).toHaveBeenCalledTimes(2)
})

test('a refresh during a read returns what was saved before the refresh', async () => {
  using current = await open()

  const early = current.refresh()
  await save()
  await current.refresh()

  expect(liveTransportNames(current.now())).toEqual(['relay'])
  await early
})

test('the database contains neither the password nor the host in clear text', async () => {
  await save()

  const rows = await database.db.selectFrom('sending_ways').selectAll().execute()

  expect(rows).toMatchObject([{ channel: 'email', kind: 'relay' }])
  const all = rows.map(({ sealed, ...rest }) => sealed.toString('latin1') + JSON.stringify(rest)).join()
  for (const secret of ['p@ss/w?rd', 'acme.test', '"ada"']) expect(all.includes(secret)).toBe(false)
})

test('a choice sealed with another key stops the start and says what to do: mail to be sent must not be captured', async () => {
  await save()
  const other = waySafe(sealer(randomBytes(32)))

  const opening = openCurrentSending(parseConfig({}), { db: database.db, safe: other, log: pino({ level: 'silent' }) })

  await expect(opening).rejects.toThrow(/POSTHORN_ENCRYPTION_KEY.*transport remove email/)
  const config = parseConfig({ POSTHORN_EMAIL_TRANSPORTS: 'capture' })
  using current = await openCurrentSending(config, { db: database.db, safe: other, log: pino({ level: 'silent' }) })
  expect(liveTransportNames(current.now())).toEqual(['capture'])
})
