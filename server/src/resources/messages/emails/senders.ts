import type { Sender } from '#core/caller.ts'
import { domainOf } from '#core/email-address.ts'
import { Refusal } from '#core/refusal.ts'
import type { Draft } from './draft.ts'

/** Whether an organization may send from a domain. */
export type CheckSender = (organizationId: string, domain: string) => Promise<boolean>

/** For an instance that lets organizations send from any domain. */
export const anySender: CheckSender = async () => true

export async function checkSenders(check: CheckSender, caller: Sender, drafts: readonly Draft[]): Promise<void> {
  if (check === anySender) return
  for (const domain of new Set(drafts.map(draft => domainOf(draft.from.address)))) {
    if (await check(caller.organizationId, domain)) continue
    throw new Refusal('domain_not_verified', {
      message: `The domain ${domain} is not verified for this organization. The operator adds it with "posthorn domain add" and, once its DNS records are set, runs "posthorn domain verify".`,
      details: { domain },
    })
  }
}
