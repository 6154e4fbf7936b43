import { addressPolicy } from '#core/public-address.ts'
import type { Probes } from '#resources/messages/domains/checks/check-domain.ts'
import type { Config } from '#setup/settings.ts'
import { stsPolicies } from '#transports/smtp/mta-sts.ts'
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
    greetMailServer,
    knownMailServer,
    readStsMode: async domain => (await policies.of(domain, allowsWeb))?.mode,
    allowsWeb,
    allowsMail: addressPolicy(mxAddresses ?? 'public'),
  }
}
