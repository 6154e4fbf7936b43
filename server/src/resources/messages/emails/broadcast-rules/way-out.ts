/** A broadcast shows its readers how to get no more: where the sender has shown nothing, a line is added, or it is refused. */
import type { Sender } from '#core/caller.ts'
import { invalid } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import type { BroadcastRules } from '#resources/account/organizations/broadcast-rules.ts'
import { readBroadcastRules } from '#resources/account/organizations/set-broadcast-rules.ts'
import type { Draft } from '../draft.ts'
import { htmlShowsLink, textShowsLink } from './visible-link.ts'

/** What organizations have chosen, each read once. */
export function rulesReader(db: Db): ReadRules {
  const known = new Map<string, Promise<BroadcastRules>>()
  return organizationId => {
    const rules = known.get(organizationId) ?? readBroadcastRules(db, organizationId)
    known.set(organizationId, rules)
    return rules
  }
}

type ReadRules = (organizationId: string) => Promise<BroadcastRules>

/** They are read for broadcasts without a link alone. */
export async function checkWayOut(
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

/** What most people are shown is the html. */
const showsLink = ({ html, text }: Draft): boolean => (html === null ? textShowsLink(text ?? '') : htmlShowsLink(html))
