/** Which TLS a connection must have: a domain may demand it of whoever brings its mail, and a sender for a message. */

import type { StsPolicy } from '../sts-policy.ts'
import type { TlsMode } from './connect.ts'
import { isNamedIn } from './mta-sts/mta-sts-policy.ts'

export type TlsDemand = Readonly<{
  tls: TlsMode
  /** Those that may be asked. */
  hosts: readonly string[]
  /** Who demands it, for people to read. */
  by: string
}>

/** Of a message that goes over TLS or not at all, whoever has signed the certificate. */
export const senderDemand = { tls: { kind: 'required', checked: false }, by: 'the sender' } as const

type Given = { domain: string; hosts: readonly string[]; sts: StsPolicy | undefined; isRequired: boolean }

export function tlsDemandOf({ domain, hosts, sts, isRequired }: Given): TlsDemand {
  if (sts?.mode === 'enforce') {
    const named = hosts.filter(host => isNamedIn(sts, host))
    return { tls: { kind: 'required', checked: true }, hosts: named, by: `the MTA-STS policy of ${domain}` }
  }
  if (isRequired) return { ...senderDemand, hosts }
  return { tls: { kind: 'opportunistic', checked: false }, hosts, by: 'nobody' }
}
