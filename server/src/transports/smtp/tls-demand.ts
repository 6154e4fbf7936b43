/** The TLS that a connection must have. A domain may require it for its mail, and a sender for a message. */

import type { StsPolicy } from '../sts-policy.ts'
import type { TlsMode } from './connect.ts'
import { isNamedIn } from './mta-sts/mta-sts-policy.ts'

export type TlsDemand = Readonly<{
  tls: TlsMode
  /** The hosts that may be used. */
  hosts: readonly string[]
  /** The origin of the requirement, as shown to users. */
  by: string
}>

/** For a message that requires TLS, with any certificate. */
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
