import { getServers } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { type Check, ok, warning } from './check.ts'

/** A reserved example name (RFC 2606), queried for the records that email needs. */
const questioned = 'example.com'

// "No such name" and "no such record" are answers: the resolver works.
const plainNo = new Set(['ENOTFOUND', 'ENODATA'])

/** Never an error: everything except email to the internet works without DNS. */
export async function checkDns(servers: readonly string[] | null): Promise<Check[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  if (servers) resolver.setServers(servers)
  const asked = resolver.getServers()
  const where = servers ? 'POSTHORN_DNS_SERVERS' : '/etc/resolv.conf'
  const advice = `Email needs DNS: set a resolver in ${where} that this machine can reach.`
  if (asked.length === 0) return [warning('dns', 'No resolver is configured.', advice)]
  const code = await resolver.resolveMx(questioned).then(
    () => undefined,
    cause => String(cause.code ?? cause),
  )
  if (code === undefined || plainNo.has(code)) return [ok('dns', `${asked.join(', ')} answers.`)]
  return [warning('dns', `${asked.join(', ')} does not answer queries (${code}).`, advice)]
}

/** The resolvers, for messages. */
export const nameservers = (servers: readonly string[] | null): string =>
  (servers ?? getServers()).join(', ') || 'the resolver of this machine'
