import { invalid } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { readRetention } from './read.ts'
import type { Retention } from './retention.ts'
import { upsert } from './store.ts'

export type RetentionChange = { readonly [Kind in keyof Retention]?: Retention[Kind] | undefined }

/** Content without its message could not be found any more. */
export function changed(known: Retention, change: RetentionChange): Retention {
  const given = Object.fromEntries(Object.entries(change).filter(([, days]) => days !== undefined))
  const retention: Retention = { ...known, ...given }
  if (inDays(retention.bodies) > inDays(retention.messages))
    throw invalid({
      path: change.messages === undefined ? 'bodies_days' : 'messages_days',
      message: 'must be such that messages are kept at least as long as their bodies',
    })
  return retention
}

const inDays = (days: number | null) => days ?? Number.POSITIVE_INFINITY

export async function changeRetention(tx: Tx, environmentId: string, change: RetentionChange): Promise<Retention> {
  const retention = changed(await readRetention(tx, environmentId), change)
  await upsert(tx, environmentId, retention)
  return retention
}
