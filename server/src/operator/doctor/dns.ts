import { getServers } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { type Check, ok, warning } from './check.ts'

/** A name that exists for such questions (RFC 2606), asked for what email needs of a domain. */
const questioned = 'example.com'

// "No such name" and "no such record" are answers: whoever says so can be asked.
const plainNo = new Set(['ENOTFOUND', 'ENODATA'])

/** Never an error: everything but email to the world works without DNS. */
export async function checkDns(servers: readonly string[] | null): Promise<Check[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  if (servers) resolver.setServers(servers)
  const asked = resolver.getServers()
  const where = servers ? 'POSTHORN_DNS_SERVERS' : '/etc/resolv.conf'
  const advice = `Email will need DNS: name a resolver in ${where} that this machine may ask.`
  if (asked.length === 0) return [warning('dns', 'No resolver is configured.', advice)]
  const code = await resolver.resolveMx(questioned).then(
    () => undefined,
    cause => String(cause.code ?? cause),
  )
  if (code === undefined || plainNo.has(code)) return [ok('dns', `${asked.join(', ')} answers.`)]
  return [warning('dns', `${asked.join(', ')} does not answer questions (${code}).`, advice)]
}

/** Who is asked, for people. */
export const nameservers = (servers: readonly string[] | null): string =>
  (servers ?? getServers()).join(', ') || 'nobody'
