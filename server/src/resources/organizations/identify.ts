import type { Permission } from '@posthorn/contract/permissions'
import type { Caller, Mode } from '#caller.ts'
import type { Db } from '#postgres/database.ts'
import { hashApiKey, isApiKey } from './api-key.ts'
import { limitOf, type Plan } from './plans.ts'
import { findKeyByHash } from './store.ts'

/**
 * How long a process may go on with what it knows of a key. Short, because whoever revokes a key or changes a plan
 * waits this long before saying that it is done; long enough that a busy key costs one look-up a second.
 */
export const keyCacheMs = 1_000

const maxKnown = 10_000

type Known = { caller: Promise<Caller | undefined> | Caller | undefined; until: number }

/** Told at most once a minute of each key. */
export type NoteUse = (key: { environmentId: string; keyId: string }) => void

/** Finds the caller behind a key. Unknown keys are remembered too, so that junk costs no look-up. */
export function callerIdentifier(db: Db, nowMs: () => number, noteUse?: NoteUse): (key: string) => Known['caller'] {
  const known = new Map<string, Known>()

  async function lookUp(key: string, hash: Buffer, until: number): Promise<Caller | undefined> {
    try {
      const caller = await findCaller(db, hash, noteUse)
      known.set(key, { caller, until })
      return caller
    } catch (error) {
      known.delete(key)
      throw error
    }
  }

  return key => {
    if (!isApiKey(key, 'live') && !isApiKey(key, 'test')) return undefined
    const hash = hashApiKey(key)
    const name = hash.toString('latin1')
    const found = known.get(name)
    if (found && found.until > nowMs()) return found.caller
    if (known.size >= maxKnown) known.clear()
    // Counted from the question: a slow answer tells how things were before it was on its way.
    const until = nowMs() + keyCacheMs
    const caller = lookUp(name, hash, until)
    // Until the answer is here, others with the same key wait for the same look-up.
    known.set(name, { caller, until })
    return caller
  }
}

async function findCaller(db: Db, hash: Buffer, noteUse?: NoteUse): Promise<Caller | undefined> {
  const row = await findKeyByHash(db, hash)
  if (!row) return undefined
  if (row.usedLongAgo) noteUse?.(row)
  // `as`: the columns are checked by the database, the permissions by createKey.
  return {
    organizationId: row.organizationId,
    environmentId: row.environmentId,
    mode: row.mode as Mode,
    keyId: row.keyId,
    permissions: new Set(row.permissions as Permission[]),
    requestsPerHour: limitOf('requestsPerHour', row.plan as Plan, row.requestsPerHour),
  }
}
