/** The email transports of the settings. */
import { getServers } from 'node:dns'
import { hostname as machineName } from 'node:os'
import type { AddressRule } from '#core/public-address.ts'
import { captureTransport } from '#transports/capture.ts'
import { sesTransport } from '#transports/ses/ses.ts'
import { dane } from '#transports/smtp/dane/dane.ts'
import { validatedDns } from '#transports/smtp/dane/vouched-dns.ts'
import { directTransport } from '#transports/smtp/direct.ts'
import { stsPolicies } from '#transports/smtp/mta-sts/mta-sts.ts'
import { mxResolver } from '#transports/smtp/mx.ts'
import { relayTransport } from '#transports/smtp/relay.ts'
import type { PolicyStore } from '#transports/sts-policy.ts'
import type { EmailTransport } from '#transports/transport.ts'
import type { Config } from '../settings.ts'
import { defaultDelivery, readDeliveryFile } from './delivery-file.ts'

type Settings = Pick<
  Config,
  'smtpUrl' | 'emailTransports' | 'relayIsFinal' | 'ses' | 'sesSecretKey' | 'hostname' | 'dnsServers' | 'deliveryFile'
>

/** The names of the live transports, in order of preference. */
export const liveTransportNames = ({ emailTransports, smtpUrl, ses }: Settings): readonly string[] =>
  emailTransports ?? (smtpUrl ? ['relay'] : ses ? ['ses'] : ['capture'])

/** Captured email costs nothing. */
export const emailsAreCharged = (settings: Settings): boolean =>
  liveTransportNames(settings).some(name => name !== 'capture')

/** True when invitations can be mailed, by the first transport that sends. */
export const sendsMail = (settings: Settings & Pick<Config, 'mailFrom'>): boolean =>
  settings.mailFrom !== null && emailsAreCharged(settings)

/** The host names that mail is sent from; none when only relays or Amazon SES send, from their own addresses. */
export function sendingHostnames(settings: Settings): readonly string[] {
  const names = liveTransportNames(settings)
  if (!names.includes('direct') && !names.includes('capture')) return []
  const sources =
    names.includes('direct') && settings.deliveryFile ? readDeliveryFile(settings.deliveryFile).sources : []
  return sources.length > 0 ? sources.map(({ name }) => name) : [settings.hostname ?? machineName()]
}

type Parts = { mailHosts: AddressRule; policyStore: PolicyStore }

export function liveTransports(settings: Settings, { mailHosts, policyStore }: Parts): EmailTransport[] {
  const hostname = settings.hostname ?? machineName()
  const final = settings.relayIsFinal
  const open = (name: string): EmailTransport | EmailTransport[] => {
    switch (name) {
      case 'capture':
        return captureTransport()
      case 'direct': {
        const dns = mxResolver({ ...(settings.dnsServers && { servers: settings.dnsServers }) })
        const { sources, ...plan } = settings.deliveryFile ? readDeliveryFile(settings.deliveryFile) : defaultDelivery
        const vouched = validatedDns({ servers: settings.dnsServers ?? getServers() })
        const options = {
          hostname,
          mailHosts,
          dns,
          policies: stsPolicies({ dns, shelf: policyStore }),
          dane: vouched && dane(vouched),
          ...plan,
        }
        if (sources.length === 0) return directTransport(options)
        return sources.map(source => directTransport({ ...options, source }))
      }
      case 'relay':
        // Without its URL the settings were refused.
        return relayTransport({ url: settings.smtpUrl ?? '', hostname, final })
      case 'ses':
        // Without these the settings were refused.
        if (!settings.ses) throw new Error('no settings for ses')
        return sesTransport({ ...settings.ses, secretKey: settings.sesSecretKey ?? '', final })
      default:
        return relayTransport({ url: name, hostname, final, name: `relay ${new URL(name).hostname}` })
    }
  }
  return liveTransportNames(settings).flatMap(open)
}
