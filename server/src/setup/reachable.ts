/**
 * Which addresses may be reached from tenant input: URLs of webhooks and workflow steps, mail hosts of recipients. Only public ones, unless
 * a setting allows more, or the installation listens on loopback and has one organization: then also loopback.
 */
import { isIP } from 'node:net'
import { type AddressPolicy, type AddressRule, isLoopback } from '#core/public-address.ts'
import type { Db } from '#postgres/database.ts'
import { hasOneOrganization } from '#resources/account/organizations/sole.ts'
import type { Config } from './settings.ts'

export type Reachable = { webhooks: AddressRule; mailHosts: AddressRule }

type Settings = Pick<Config, 'webhookAddresses' | 'mxAddresses'>

/**
 * `listensOn` is null for `npm run api` and `npm run worker`: a worker cannot know where the APIs listen, and the rule must be the
 * same in all of them.
 */
export function reachableBy(
  { webhookAddresses, mxAddresses }: Settings,
  db: Db,
  listensOn: string | null,
  monotonicMs = () => performance.now(),
): Reachable {
  const own = listensOn !== null && isLoopbackHost(listensOn) ? ownMachineRule(db, monotonicMs) : always('public')
  return {
    webhooks: webhookAddresses ? always(webhookAddresses) : own,
    mailHosts: mxAddresses ? always(mxAddresses) : own,
  }
}

export const always =
  (policy: AddressPolicy): AddressRule =>
  async () =>
    policy

const isLoopbackHost = (host: string): boolean => (isIP(host) === 0 ? host === 'localhost' : isLoopback(host))

/** A second organization is noticed after this time. */
const rememberedMs = 1_000

function ownMachineRule(db: Db, monotonicMs: () => number): AddressRule {
  let known: { policy: Promise<AddressPolicy>; until: number } | undefined
  return () => {
    if (known && monotonicMs() < known.until) return known.policy
    const policy = hasOneOrganization(db).then(
      (isOne): AddressPolicy => (isOne ? 'loopback' : 'public'),
      // The database is unavailable: use the stricter rule instead of guessing.
      (): AddressPolicy => 'public',
    )
    known = { policy, until: monotonicMs() + rememberedMs }
    return policy
  }
}
