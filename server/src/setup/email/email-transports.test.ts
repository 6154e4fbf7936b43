import { expect, test } from 'vitest'
import { parseSesUrl } from '#transports/ses/ses-url.ts'
import { always } from '../reachable.ts'
import { liveTransportNames, liveTransports } from './email-transports.ts'

type Settings = Parameters<typeof liveTransports>[0]
const settings = (special: Partial<Settings>): Settings => ({
  smtpUrl: null,
  emailTransports: null,
  relayIsFinal: false,
  ses: null,
  sesSecretKey: null,
  hostname: 'mail.acme.test',
  dnsServers: null,
  deliveryFile: null,
  ...special,
})
const smtpUrl = 'smtp://user:secret@relay.acme.test:2525'

async function open(special: Partial<Settings>) {
  const transports = liveTransports(settings(special), {
    mailHosts: always('public'),
    policyStore: { find: async () => undefined, keep: async () => {} },
  })
  for (const transport of transports) await transport[Symbol.asyncDispose]()
  return transports.map(({ name, accepted }) => [name, accepted])
}

test('without any setting messages are captured and nothing is sent', async () => {
  expect(await open({})).toEqual([['capture', 'delivered']])
})

test('with a relay it is used, and an accepted message is sent, not delivered', async () => {
  expect(await open({ smtpUrl })).toEqual([['relay', 'sent']])
})

test('a relay that is final delivers', async () => {
  expect(await open({ smtpUrl, relayIsFinal: true })).toEqual([['relay', 'delivered']])
})

test('several are used in the order of the setting; direct delivery is final', async () => {
  const emailTransports = ['direct', 'relay', 'capture']

  expect(await open({ smtpUrl, emailTransports })).toEqual([
    ['direct', 'delivered'],
    ['relay', 'sent'],
    ['capture', 'delivered'],
  ])
  expect(liveTransportNames(settings({ smtpUrl, emailTransports }))).toEqual(emailTransports)
})

test('relays given by URL are named by their host, never with their password', async () => {
  const emailTransports = [smtpUrl, 'smtps://other.acme.test']

  expect((await open({ emailTransports })).map(([name]) => name)).toEqual([
    'relay relay.acme.test',
    'relay other.acme.test',
  ])
})

test('Amazon SES is used when only it is set, and a relay has priority', async () => {
  const ses = parseSesUrl('ses://AKIAEXAMPLE@eu-west-1') ?? null

  expect(await open({ ses, sesSecretKey: 'secret' })).toEqual([['ses', 'sent']])
  expect(await open({ ses, sesSecretKey: 'secret', relayIsFinal: true })).toEqual([['ses', 'delivered']])
  expect(await open({ ses, sesSecretKey: 'secret', smtpUrl })).toEqual([['relay', 'sent']])
})
