/** Whether this machine can deliver to recipients' servers, as far as that can be checked without sending mail. */
import type { WayCheck } from '@posthorn/contract/console/sending-plan'
import type { Check } from '#resources/messages/domains/checks/check.ts'
import type { Probes } from '#resources/messages/domains/checks/check-domain.ts'
import { checkHostname } from '#resources/messages/domains/checks/check-hostname.ts'
import { checkPort25 } from '#resources/messages/domains/checks/check-port-25.ts'
import { checkReverseDns } from '#resources/messages/domains/checks/check-reverse-dns.ts'
import { limitedLookUp } from '#resources/messages/domains/checks/limited-look-up.ts'
import type { LookUp } from '#resources/messages/domains/dns/look-up.ts'

type Given = {
  hostname: string
  lookUp: LookUp
  probes: Pick<Probes, 'knownMailServer' | 'allowsMail' | 'greetMailServer'>
}

const limits = { questions: 40, timeMs: 8_000 }
const maxAddresses = 4

export async function checkDirect({ hostname, probes, ...given }: Given): Promise<WayCheck> {
  const lookUp = limitedLookUp(given.lookUp, limits)
  const port25 = checkPort25(lookUp, {
    peer: probes.knownMailServer,
    allow: probes.allowsMail,
    greet: probes.greetMailServer,
  })
  const host = await checkHostname(lookUp, hostname)
  const reverse = await Promise.all(
    host.addresses.slice(0, maxAddresses).map(address => checkReverseDns(lookUp, address, hostname)),
  )
  return verdict(hostname, [await port25, host.check, ...reverse])
}

/** The worst problem only; the others show once it is fixed. */
function verdict(hostname: string, checks: readonly Check[]): WayCheck {
  const fault = checks.find(({ level }) => level === 'fault')
  if (fault) return { result: 'failed', message: messageOf(fault), detail: fault.seen[0] ?? null, advice: fault.wanted }
  const other = checks.find(({ level }) => level !== 'good')
  if (other)
    return { result: 'doubtful', message: messageOf(other), detail: other.seen[0] ?? null, advice: other.wanted }
  const message = `Other mail servers can be reached on port 25, and the forward and reverse DNS of ${hostname} match.`
  return { result: 'good', message, detail: null, advice: null }
}

function messageOf({ about, name, result }: Check): string {
  if (about === 'port_25' && result === 'closed')
    return `${name} cannot be reached on port 25. Your provider most likely blocks it.`
  if (about === 'port_25') return 'It is not known whether port 25 is open.'
  if (about === 'reverse_dns')
    return 'The reverse DNS of this machine does not give its name, so receivers distrust it.'
  return result === 'no_answer' ? `DNS has no answer for ${name}.` : `${name} does not resolve to this machine.`
}
