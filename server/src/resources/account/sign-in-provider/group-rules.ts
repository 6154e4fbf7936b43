/** The memberships that a person gets from groups, or from the domain of their organization. */
import { type Role, roles } from '@posthorn/contract/console/permissions'
import type { Identity } from './identity.ts'
import type { Claims } from './provider.ts'

/** Without an organization, a grant is for the only one. */
type Grant = { organizationId?: string | undefined; role: Role }
export type GroupRule = Grant & ({ group: string } | { domain: string })

export type GroupRules = {
  /** The claim that lists the groups, or a path to it such as `realm_access.roles`. */
  claim: string
  rules: readonly GroupRule[]
}

export type Groups = { kind: 'listed'; names: ReadonlySet<string> } | { kind: 'too many' }

/** More than any provider sends; beyond 200, Entra sends none and says so. */
const maxGroups = 2_000

export function groupsOf(claims: Claims, claim: string): Groups {
  const found = claims[claim] ?? claim.split('.').reduce<unknown>((value, key) => Object(value)[key], claims)
  if (found === undefined && Object.hasOwn(Object(claims._claim_names), claim)) return { kind: 'too many' }
  const list = typeof found === 'string' ? [found] : Array.isArray(found) ? found.slice(0, maxGroups) : []
  return { kind: 'listed', names: new Set(list.filter(one => typeof one === 'string')) }
}

type Organizations = readonly { id: string }[]

/** The highest role for each organization. A rule for an unknown organization has no effect. */
export function membershipsOf(
  { rules }: GroupRules,
  { domain }: Identity,
  groups: ReadonlySet<string>,
  organizations: Organizations,
): Map<string, Role> {
  const sole = organizations.length === 1 ? organizations[0]?.id : undefined
  const wanted = new Map<string, Role>()
  for (const rule of rules) {
    const applies = 'group' in rule ? groups.has(rule.group) : rule.domain === domain
    const id = rule.organizationId ?? sole
    if (!applies || id === undefined || !organizations.some(one => one.id === id)) continue
    const before = wanted.get(id)
    if (before === undefined || roles.indexOf(rule.role) < roles.indexOf(before)) wanted.set(id, rule.role)
  }
  return wanted
}
