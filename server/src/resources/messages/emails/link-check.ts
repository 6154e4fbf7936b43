/** Our links in live mail must lead to an address that readers can reach. */
import type { Fault } from '@posthorn/contract/errors'
import { domainOf } from '#core/addresses/email-address.ts'
import type { Sender } from '#core/caller.ts'
import { invalid } from '#core/refusal.ts'
import type { Draft } from './draft.ts'

/** Whether links in the mail of a domain lead to an https address. */
export type CheckLinks = (organizationId: string, domain: string) => Promise<boolean>

/** For an instance with such an address, or one whose mail never leaves. */
export const anyLinks: CheckLinks = async () => true

const reason =
  'needs an https address that readers can reach for its links: set POSTHORN_PUBLIC_URL, or a host for the links of this domain with "posthorn domain track"'

/** A test key sends nothing out, so its links are not checked. */
export async function checkLinks(
  check: CheckLinks,
  { mode, organizationId }: Sender,
  drafts: readonly Draft[],
  pathOf: (index: number, path: string) => string,
): Promise<void> {
  if (check === anyLinks || mode === 'test') return
  const faults: Fault[] = []
  for (const [index, draft] of drafts.entries()) {
    const field = fieldWithLinks(draft)
    if (field && !(await check(organizationId, domainOf(draft.from.address))))
      faults.push({ path: pathOf(index, field), message: reason })
  }
  if (faults.length > 0) throw invalid(...faults)
}

function fieldWithLinks({ messageStream, trackOpens, trackClicks }: Draft): string | undefined {
  if (messageStream === 'broadcast') return 'message_stream'
  if (trackOpens) return 'track_opens'
  return trackClicks ? 'track_clicks' : undefined
}
