/** A broadcast must show an unsubscribe link. If the sender shows none, a line with one is added, or the broadcast is refused. */
import type { Sender } from '#core/caller.ts'
import { invalid } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import type { BroadcastRules } from '#resources/account/organizations/broadcast-rules.ts'
import { readBroadcastRules } from '#resources/account/organizations/set-broadcast-rules.ts'
import type { Draft } from '../draft.ts'
import { htmlShowsLink, textShowsLink } from './visible-link.ts'

/** Reads the rules of each organization once. */
export function rulesReader(db: Db): ReadRules {
  const known = new Map<string, Promise<BroadcastRules>>()
  return organizationId => {
    const rules = known.get(organizationId) ?? readBroadcastRules(db, organizationId)
    known.set(organizationId, rules)
    return rules
  }
}

type ReadRules = (organizationId: string) => Promise<BroadcastRules>

/** Reads the rules only for broadcasts without a link. */
export async function checkUnsubscribeLink(
  readRules: ReadRules,
  { organizationId }: Sender,
  drafts: readonly Draft[],
  pathOf: (index: number, path: string) => string,
): Promise<void> {
  const without = [...drafts.entries()].filter(([, one]) => one.messageStream === 'broadcast' && !showsLink(one))
  if (without.length === 0) return
  const { unsubscribeLine } = await readRules(organizationId)
  if (unsubscribeLine === 'added') return
  throw invalid(
    ...without.map(([index, { html }]) => ({
      path: pathOf(index, html === null ? 'text' : 'html'),
      message:
        'must have a visible link to unsubscribe in a broadcast: write {{ unsubscribe_url }} where it should lead',
    })),
  )
}

/** If there is html, the link must be in it: that is what most readers see. */
const showsLink = ({ html, text }: Draft): boolean => (html === null ? textShowsLink(text ?? '') : htmlShowsLink(html))
