import type { LookUp } from '../dns/look-up.ts'
import { canBeLookedUp } from '../name.ts'
import { type Check, shown } from './check.ts'

/** The addresses of the name in our greeting, and a check that it has any. */
export async function checkHostname(lookUp: LookUp, name: string): Promise<{ addresses: string[]; check: Check }> {
  if (!canBeLookedUp(name)) return { addresses: [], check: bare(name) }
  const answers = await Promise.all([lookUp({ name, type: 'A' }), lookUp({ name, type: 'AAAA' })])
  const addresses = answers.flatMap(answer => (answer.kind === 'answer' ? answer.seen : []))
  const common = { about: 'hostname', name, seen: shown(addresses), line: null } as const
  if (addresses.length > 0) {
    return { addresses, check: { ...common, level: 'good', result: 'resolves', wanted: 'The name has an address.' } }
  }
  if (answers.some(({ kind }) => kind === 'no_answer')) {
    const wanted = 'An answer from DNS: ask again later.'
    return { addresses, check: { ...common, level: 'unknown', result: 'no_answer', wanted } }
  }
  const wanted = 'An A or AAAA record with the address that this server sends from, as POSTHORN_HOSTNAME.'
  const line = `${name}. IN A <address of this server>`
  return { addresses, check: { ...common, level: 'advice', result: 'no_address', wanted, line } }
}

const bare = (name: string): Check => ({
  about: 'hostname',
  name,
  seen: [],
  level: 'fault',
  result: 'incomplete_name',
  wanted:
    'Set POSTHORN_HOSTNAME to the full name of this server, such as mail.example.com. Without it, bounces are not received.',
  line: null,
})
