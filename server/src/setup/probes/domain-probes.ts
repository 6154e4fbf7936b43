import { addressPolicy } from '#core/public-address.ts'
import type { Probes } from '#resources/messages/domains/checks/check-domain.ts'
import type { Greeting, GreetMailServer } from '#resources/messages/domains/checks/check-port-25.ts'
import type { Config } from '#setup/settings.ts'
import { stsPolicies } from '#transports/smtp/mta-sts/mta-sts.ts'
import { mxResolver } from '#transports/smtp/mx.ts'
import { askHttps } from './ask-https.ts'
import { greetMailServer } from './greet-mail-server.ts'

/** The largest receiver: one more connection does not burden it. */
const knownMailServer = 'gmail-smtp-in.l.google.com'

/** Tenant input leads to public addresses only, unless the settings allow more. */
export function domainProbes({ webhookAddresses, mxAddresses, dnsServers }: Config): Probes {
  const allowsWeb = addressPolicy(webhookAddresses ?? 'public')
  const dns = mxResolver({ timeoutMs: 2_000, ...(dnsServers && { servers: dnsServers }) })
  const policies = stsPolicies({ dns, timeoutMs: 5_000 })
  return {
    askHttps,
    greetMailServer: cachedGreeting(greetMailServer),
    knownMailServer,
    readStsMode: async domain => (await policies.of(domain, allowsWeb))?.mode,
    allowsWeb,
    allowsMail: addressPolicy(mxAddresses ?? 'public'),
  }
}

const greetingCacheMs = 600_000

/** The greeting shows whether this machine can reach port 25, for any domain, so it is cached. */
export function cachedGreeting(greet: GreetMailServer, nowMs = () => performance.now()): GreetMailServer {
  let known: { address: string; greeting: Promise<Greeting>; until: number } | undefined
  return address => {
    if (known?.address !== address || known.until <= nowMs())
      known = { address, greeting: greet(address), until: nowMs() + greetingCacheMs }
    return known.greeting
  }
}
