import type { Moving } from './moving.ts'
import { rowSender } from './take-rows.ts'

export async function takeSuppressions(moving: Moving): Promise<void> {
  const rows = rowSender(moving, 'suppressions', '/v1/suppressions/import')
  for await (const one of moving.source.suppressions()) {
    if ('leftOut' in one) moving.tally.refuse('suppressions', one.leftOut, one.why)
    else await rows.add({ name: one.email, isNew: false, row: { email: one.email, reason: one.reason } })
  }
  await rows.end()
}
