/** How receivers evaluate the DNS of a domain, as text. */
import type { Check } from '#resources/messages/domains/checks/check.ts'
import { table } from '../table.ts'

const titles: Record<Check['about'], string> = {
  dkim_rsa: 'DKIM (RSA)',
  dkim_ed25519: 'DKIM (Ed25519)',
  next_dkim_rsa: 'New DKIM (RSA)',
  next_dkim_ed25519: 'New DKIM (Ed25519)',
  spf_return_path: 'SPF of the return path',
  spf_domain: 'SPF of the domain',
  dmarc: 'DMARC',
  bimi: 'BIMI',
  tls_rpt: 'TLS reports',
  mta_sts: 'MTA-STS',
  tracking_host: 'Tracking host',
  port_25: 'Port 25',
  reverse_dns: 'Reverse DNS',
  hostname: 'Host name',
}

const words = (result: string): string => result.replaceAll('_', ' ')

export const checksTable = (checks: readonly Check[]): string =>
  table(
    ['evaluated', 'level', 'result', 'name'],
    checks.map(({ about, level, result, name }) => ({ evaluated: titles[about], level, result: words(result), name })),
  )

/** For checks that are not good: what was seen, what is expected, and a line to copy. */
export const checkDetails = (checks: readonly Check[]): string =>
  checks
    .filter(({ level }) => level !== 'good')
    .map(({ about, name, result, seen, wanted, line }) => {
      const says = (seen.length > 0 ? seen : [noneSeen(result)]).map(text => `  seen        ${text}\n`)
      const copy = line === null ? '' : `  to copy     ${line}\n`
      return `\n${titles[about]}, ${name}: ${words(result)}\n${says.join('')}  wanted      ${wanted}\n${copy}`
    })
    .join('')

const noneSeen = (result: string): string => (result === 'no_answer' ? 'no answer' : 'no such record')
