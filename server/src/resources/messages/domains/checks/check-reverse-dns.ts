/** Whether an address resolves to a name that resolves back to it: receivers distrust an address that does not. */
import { isIPv4 } from 'node:net'
import type { LookUp } from '../dns/look-up.ts'
import { type Check, type Level, shown } from './check.ts'

const wanted = {
  confirmed: 'The address leads to our name, and back.',
  other_name: 'Our own name as the only one: some receivers compare it with our greeting.',
  not_confirmed: 'A name that leads back to the address.',
  no_ptr: 'A PTR record. The provider of the address sets it.',
  no_answer: 'An answer from DNS: ask again later.',
} as const
type Result = keyof typeof wanted

const levels: Record<Result, Level> = {
  confirmed: 'good',
  other_name: 'advice',
  not_confirmed: 'advice',
  no_ptr: 'advice',
  no_answer: 'unknown',
}

/** As many as SPF considers (RFC 7208, 4.6.4). */
const maxNames = 10

export async function checkReverseDns(lookUp: LookUp, address: string, hostname: string): Promise<Check> {
  const name = reverseName(address)
  const answer = await lookUp({ name, type: 'PTR' })
  const names = answer.kind === 'answer' ? answer.seen.slice(0, maxNames) : []
  const result = answer.kind === 'answer' ? await follow(lookUp, { address, hostname, names }) : 'no_answer'
  return {
    about: 'reverse_dns',
    name,
    level: levels[result],
    result,
    seen: shown([address, ...names]),
    wanted: wanted[result],
    line: levels[result] === 'advice' ? `${name}. IN PTR ${hostname}.` : null,
  }
}

type Named = { address: string; hostname: string; names: readonly string[] }

async function follow(lookUp: LookUp, { address, hostname, names }: Named): Promise<Result> {
  if (names.length === 0) return 'no_ptr'
  const type = isIPv4(address) ? 'A' : 'AAAA'
  const answers = await Promise.all(
    names.map(async name => ({ name: name.toLowerCase(), answer: await lookUp({ name, type }) })),
  )
  const confirmed = answers.filter(({ answer }) => answer.kind === 'answer' && answer.seen.some(isSame(address)))
  if (confirmed.some(({ name }) => name === hostname.toLowerCase())) return 'confirmed'
  if (answers.some(({ answer }) => answer.kind === 'no_answer')) return 'no_answer'
  return confirmed.length > 0 ? 'other_name' : 'not_confirmed'
}

/** An IPv6 address can be written in several ways. */
export const isSame = (address: string) => (other: string) => reverseName(other) === reverseName(address)

export function reverseName(address: string): string {
  if (isIPv4(address)) return `${address.split('.').reverse().join('.')}.in-addr.arpa`
  return `${[...nibbles(address)].reverse().join('.')}.ip6.arpa`
}

/** The URL parser accepts every notation of an address, also with IPv4 at its end, and normalizes it. */
function nibbles(address: string): string {
  const [head = [], tail = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map(part => part.split(':').filter(group => group !== ''))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].map(group => group.padStart(4, '0')).join('')
}
