import type { BroadcastCreate } from '@posthorn/contract/broadcasts/requests'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import { invalid } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import type { Broadcast } from './broadcast.ts'
import { faultsOfDraft } from './settings.ts'
import { insertBroadcast } from './store.ts'

export function createBroadcast(tx: Tx, caller: Caller, now: Date, asked: BroadcastCreate): Promise<Broadcast> {
  const { name, channel = 'email', ...settings } = asked
  const faults = faultsOfDraft(channel, settings)
  if (faults.length > 0) throw invalid(...faults)
  const { environmentId, organizationId } = caller
  return insertBroadcast(tx, { environmentId, organizationId, id: newId(now), name, channel, settings, createdAt: now })
}
