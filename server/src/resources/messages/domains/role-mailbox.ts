/**
 * The role mailboxes: those of this server, and those at the return path of each verified domain. RFC 5321, 4.5.1 requires
 * postmaster wherever mail is accepted.
 */
import { domainToASCII } from 'node:url'
import { type RoleMailbox, roles } from '#core/addresses/role-mail.ts'
import type { Db } from '#postgres/database.ts'
import { cachedByDomain } from './domain-cache.ts'
import { returnPathDomain } from './name.ts'
import { findVerifiedNames } from './store.ts'

export type ReadRoleMailbox = (address: string) => Promise<RoleMailbox | null>

export function roleMailboxReader(db: Db, nowMs: () => number, hostname: string): ReadRoleMailbox {
  const isVerified = cachedByDomain(nowMs, async (_everybody, name) => (await findVerifiedNames(db, [name])).length > 0)

  return async address => {
    const [local = '', at = hostname] = address.toLowerCase().split('@')
    const role = roles.find(one => one === local)
    if (!role) return null
    // The SMTP server has decoded the name to Unicode.
    const host = domainToASCII(at)
    if (host === hostname.toLowerCase()) return { role, domain: null }
    const domain = withReturnPath(host)
    return domain !== undefined && (await isVerified('', domain)) ? { role, domain } : null
  }
}

/** The domain that has this return path. */
function withReturnPath(host: string): string | undefined {
  const domain = host.slice(host.indexOf('.') + 1)
  return returnPathDomain(domain) === host ? domain : undefined
}
