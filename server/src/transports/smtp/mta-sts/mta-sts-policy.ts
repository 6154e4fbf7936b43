/** Parses the MTA-STS policy that a domain publishes for its mail hosts (RFC 8461). */

import type { StsPolicy } from '../../sts-policy.ts'

const maxAge = 31_557_600
const modes = ['enforce', 'testing', 'none'] as const

/** Undefined if the text is no policy. */
export function parseStsPolicy(text: string): StsPolicy | undefined {
  const fields = text.split(/\r?\n/).map(line => {
    const colon = line.indexOf(':')
    return { name: line.slice(0, colon).trim().toLowerCase(), value: line.slice(colon + 1).trim() }
  })
  const first = (name: string) => fields.find(field => field.name === name)?.value
  const mode = modes.find(one => one === first('mode')?.toLowerCase())
  const age = first('max_age') ?? ''
  const hosts = fields.filter(({ name }) => name === 'mx').map(({ value }) => value.toLowerCase())
  if (first('version') !== 'STSv1' || !mode || !/^\d{1,10}$/.test(age)) return undefined
  if (mode !== 'none' && hosts.length === 0) return undefined
  return { mode, hosts, maxAgeMs: Math.min(Number(age), maxAge) * 1_000 }
}

/** The policy id in the TXT records of `_mta-sts`; undefined if there is none or more than one. */
export function stsIdIn(texts: readonly string[]): string | undefined {
  const [record, other] = texts.filter(text => /^v=STSv1\s*;/.test(text))
  if (record === undefined || other !== undefined) return undefined
  return /;\s*id\s*=\s*([0-9A-Za-z]{1,32})\s*(?:;|$)/.exec(record)?.[1]
}

export function isNamedIn({ hosts }: StsPolicy, host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  const parent = `*.${name.slice(name.indexOf('.') + 1)}`
  return hosts.includes(name) || hosts.includes(parent)
}
