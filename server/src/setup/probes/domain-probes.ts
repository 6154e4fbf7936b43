import { addressPolicy } from '#core/public-address.ts'
import type { Probes } from '#resources/messages/domains/checks/check-domain.ts'
import type { Greeting, GreetMailServer } from '#resources/messages/domains/checks/check-port-25.ts'
import type { Config } from '#setup/settings.ts'
import { stsPolicies } from '#transports/smtp/mta-sts/mta-sts.ts'
import { mxResolver } from '#transports/smtp/mx.ts'
import { askHttps } from './ask-https.ts'
import { greetMailServer } from './greet-mail-server.ts'

/** The largest receiver of mail takes one more connection without noticing. */
const knownMailServer = 'gmail-smtp-in.l.google.com'

/** What a tenant's text leads to is reached at public addresses alone, unless the settings say more. */
export function domainProbes({ webhookAddresses, mxAddresses, dnsServers }: Config): Probes {
  const allowsWeb = addressPolicy(webhookAddresses ?? 'public')
  const dns = mxResolver({ timeoutMs: 2_000, ...(dnsServers && { servers: dnsServers }) })
  const policies = stsPolicies({ dns, timeoutMs: 5_000 })
  return {
    askHttps,
    greetMailServer: remembered(greetMailServer),
    knownMailServer,
    readStsMode: async domain => (await policies.of(domain, allowsWeb))?.mode,
    allowsWeb,
    allowsMail: addressPolicy(mxAddresses ?? 'public'),
  }
}

const rememberedMs = 600_000

/** It tells of this machine, not of a domain: one greeting does for everybody who looks at one meanwhile. */
export function remembered(greet: GreetMailServer, nowMs = () => performance.now()): GreetMailServer {
  let known: { address: string; greeting: Promise<Greeting>; until: number } | undefined
  return address => {
    if (known?.address !== address || known.until <= nowMs())
      known = { address, greeting: greet(address), until: nowMs() + rememberedMs }
    return known.greeting
  }
}
