import type { Finding } from '../findings.ts'
import type { LookUp } from '../look-up.ts'
import { returnPathDomain } from '../name.ts'
import type { Check } from './check.ts'
import { checkDmarc } from './check-dmarc.ts'
import { checkHostname } from './check-hostname.ts'
import { checkKey, isKeyFinding } from './check-key.ts'
import { checkReverseDns } from './check-reverse-dns.ts'
import { checkSpf } from './check-spf.ts'
import { limitedLookUp } from './limited-look-up.ts'

type Sender = { name: string; hostname: string; sendsDirectly: boolean; findings: readonly Finding[] }

/** Everything together asks a limited number of questions in a limited time. */
export async function checkDomain(unlimited: LookUp, { name, findings, ...server }: Sender): Promise<Check[]> {
  const lookUp = limitedLookUp(unlimited)
  const { hostname } = server
  const { addresses, check: hostCheck } = await checkHostname(lookUp, hostname)
  const others = await Promise.all([
    checkSpf(lookUp, { about: 'spf_return_path', domain: returnPathDomain(name), addresses, ...server }),
    checkSpf(lookUp, { about: 'spf_domain', domain: name, addresses, ...server }),
    checkDmarc(lookUp, name),
    ...addresses.map(address => checkReverseDns(lookUp, address, hostname)),
  ])
  return [...findings.filter(isKeyFinding).map(checkKey), ...others, hostCheck]
}
