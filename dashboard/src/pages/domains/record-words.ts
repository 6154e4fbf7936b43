import type { CheckedDomain, Domain } from '@posthorn/contract/messages/domains'
import type { Tone } from '#status/badge.tsx'

export type DnsRecord = Domain['records'][number]
type Check = CheckedDomain['checks'][number]
type State = CheckedDomain['records'][number]['state']

export const purposes: Record<DnsRecord['purpose'], { name: string; why: string }> = {
  dkim_rsa: { name: 'DKIM', why: 'Signs every email. The domain is verified once this is found.' },
  dkim_ed25519: { name: 'DKIM, short key', why: 'A second, newer signature for those who understand it.' },
  next_dkim_rsa: { name: 'New DKIM', why: 'Will sign every email once it is found. Leave the old record where it is.' },
  next_dkim_ed25519: { name: 'New DKIM, short key', why: 'Goes with the new key above.' },
  return_path: { name: 'Return path', why: 'Where bounces come back to, so that they are seen.' },
  spf: { name: 'SPF', why: 'Says that this server may send for the return path.' },
  dmarc: { name: 'DMARC', why: 'Tells others what to do with forgeries. A policy of your own is as good.' },
  tls_rpt: { name: 'TLS reports', why: 'Asks others to tell when they cannot encrypt mail to the domain. Optional.' },
}

export const subjects: Record<Check['about'], string> = {
  dkim_rsa: 'DKIM',
  dkim_ed25519: 'DKIM, short key',
  next_dkim_rsa: 'New DKIM',
  next_dkim_ed25519: 'New DKIM, short key',
  spf_return_path: 'SPF of the return path',
  spf_domain: 'SPF of the domain',
  dmarc: 'DMARC',
  bimi: 'Logo (BIMI)',
  tls_rpt: 'TLS reports',
  mta_sts: 'MTA-STS',
  tracking_host: 'Tracking host',
  port_25: 'Port 25',
  reverse_dns: 'Reverse DNS',
  hostname: 'Host name',
}

export const states: Record<State, { label: string; tone: Tone }> = {
  found: { label: 'Found', tone: 'good' },
  missing: { label: 'Missing', tone: 'warn' },
  different: { label: 'Different', tone: 'bad' },
  no_answer: { label: 'No answer', tone: 'plain' },
}
