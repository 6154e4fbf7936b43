import { domainOf } from '#core/addresses/email-address.ts'
import type { Sender } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { Draft } from './draft.ts'

/** Whether an organization may send from a domain, and whether that domain demands TLS. */
export type CheckSender = (
  organizationId: string,
  domain: string,
) => Promise<{ isAllowed: boolean; requiresTls: boolean }>

/** For an instance that lets organizations send from any domain. */
export const anySender: CheckSender = async () => ({ isAllowed: true, requiresTls: false })

/** Returns the drafts with TLS required where the sender's domain demands it, whatever the request says. */
export async function checkSenders(
  check: CheckSender,
  caller: Sender,
  drafts: readonly Draft[],
): Promise<readonly Draft[]> {
  if (check === anySender) return drafts
  const demanding = new Set<string>()
  for (const domain of new Set(drafts.map(draft => domainOf(draft.from.address)))) {
    const { isAllowed, requiresTls } = await check(caller.organizationId, domain)
    if (requiresTls) demanding.add(domain)
    if (isAllowed) continue
    throw new Refusal('domain_not_verified', {
      message: `The domain ${domain} is not verified for this organization. The operator adds it with "posthorn domain add" and, once its DNS records are set, runs "posthorn domain verify".`,
      details: { domain },
    })
  }
  if (demanding.size === 0) return drafts
  return drafts.map(draft => (demanding.has(domainOf(draft.from.address)) ? { ...draft, requireTls: true } : draft))
}
