import type { Change } from '#core/change.ts'
import { invalid } from '#core/refusal.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { differences } from '#resources/account/audit-log/differences.ts'
import { readRetention } from './read.ts'
import type { Retention } from './retention.ts'
import { upsert } from './store.ts'

export type RetentionChange = { readonly [Kind in keyof Retention]?: Retention[Kind] | undefined }

/** Content must not outlive its message, because it could no longer be found. */
export function changed(known: Retention, change: RetentionChange): Retention {
  const given = Object.fromEntries(Object.entries(change).filter(([, days]) => days !== undefined))
  const retention: Retention = { ...known, ...given }
  if (inDays(retention.bodies) > inDays(retention.messages))
    throw invalid({
      path: change.messages === undefined ? 'bodies_days' : 'messages_days',
      message: 'must keep messages at least as long as their bodies',
    })
  return retention
}

type Changed = { before: Retention; retention: Retention }

const inDays = (days: number | null) => days ?? Number.POSITIVE_INFINITY

/** An environment without a setting has the defaults, which only this code knows, so the previous values are passed to the audit log here. */
export async function changeAudited(
  database: Database,
  told: Change,
  environmentId: string,
  change: RetentionChange,
): Promise<Retention> {
  const { retention } = await audited(
    database,
    told,
    tx => changeRetention(tx, environmentId, change),
    ({ before, retention: after }) => ({ changes: differences(asNamed(before), asNamed(after)) }),
  )
  return retention
}

/** The field names of the API. */
const asNamed = ({ bodies, events, messages }: Retention) => ({
  bodies_days: bodies,
  events_days: events,
  messages_days: messages,
})

export async function changeRetention(tx: Tx, environmentId: string, change: RetentionChange): Promise<Changed> {
  const before = await readRetention(tx, environmentId)
  const retention = changed(before, change)
  await upsert(tx, environmentId, retention)
  return { before, retention }
}
