import type { CheckedDomain, Domain } from '@posthorn/contract/messages/domains'
import type { Tone } from '#status/badge.tsx'

export type DnsRecord = Domain['records'][number]
type Check = CheckedDomain['checks'][number]
type State = CheckedDomain['records'][number]['state']

export const purposes: Record<DnsRecord['purpose'], { name: string; why: string }> = {
  dkim_rsa: { name: 'DKIM', why: 'Signs every email. The domain is verified once this is found.' },
  dkim_ed25519: { name: 'DKIM (Ed25519)', why: 'A second, newer signature for receivers that support it.' },
  next_dkim_rsa: { name: 'New DKIM', why: 'Will sign every email once it is found. Keep the old record.' },
  next_dkim_ed25519: { name: 'New DKIM (Ed25519)', why: 'Goes with the new key above.' },
  return_path: { name: 'Return path', why: 'Where bounces are sent, so that they are recorded.' },
  spf: { name: 'SPF', why: 'Allows this server to send for the return path.' },
  dmarc: { name: 'DMARC', why: 'Tells receivers what to do with forged email. Your own policy works too.' },
  tls_rpt: {
    name: 'TLS reports',
    why: 'Asks senders to report when they cannot encrypt mail to the domain. Optional.',
  },
}

export const subjects: Record<Check['about'], string> = {
  dkim_rsa: 'DKIM',
  dkim_ed25519: 'DKIM (Ed25519)',
  next_dkim_rsa: 'New DKIM',
  next_dkim_ed25519: 'New DKIM (Ed25519)',
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
