import type { Permission } from '@posthorn/contract/permissions'
import type { Caller, Mode } from '#core/caller.ts'
import type { Db } from '#postgres/database.ts'
import { gather } from '#postgres/gather.ts'
import { hashApiKey, isApiKey } from './api-key.ts'
import { findKeysByHash, type KeyRow } from './key-store.ts'
import { limitOf, type Plan } from './plans.ts'

/**
 * How long a process may cache a key. Short, because revoking a key or changing a plan waits this long before it returns; long
 * enough that a busy key costs one look-up a second.
 */
export const keyCacheMs = 1_000

const maxKnown = 10_000

type Known = { caller: Promise<Caller | undefined> | Caller | undefined; until: number }

/** Called at most once a minute per key. */
export type NoteUse = (key: { environmentId: string; keyId: string }) => void

export type FindCaller = (hash: Buffer) => Promise<Caller | undefined>

/** Finds callers by the hashes of their keys. Concurrent look-ups share one query, so that key guessing costs little. */
export function callerFinder(db: Db, noteUse?: NoteUse): FindCaller {
  const find = gather<Buffer, { row: KeyRow | undefined }>(
    async hashes => (await findKeysByHash(db, hashes)).map(row => ({ row })),
    { overlapFrom: 8 },
  )
  return async hash => {
    const { row } = await find(hash)
    if (row?.usedLongAgo) noteUse?.(row)
    return row && toCaller(row)
  }
}

/** Without a cache, for a current answer. */
export const freshIdentifier =
  (find: FindCaller) =>
  async (key: string): Promise<Caller | undefined> =>
    isApiKey(key, 'live') || isApiKey(key, 'test') ? find(hashApiKey(key)) : undefined

/** Finds the caller of a key. Unknown keys are cached too, so that invalid keys cost no further look-ups. */
export function callerIdentifier(find: FindCaller, nowMs: () => number): (key: string) => Known['caller'] {
  const known = new Map<string, Known>()

  async function lookUp(key: string, hash: Buffer, until: number): Promise<Caller | undefined> {
    try {
      const caller = await find(hash)
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
    // Counted from the start of the query, because a slow answer shows an old state.
    const until = nowMs() + keyCacheMs
    const caller = lookUp(name, hash, until)
    // Until the answer arrives, other requests with the same key wait for the same look-up.
    known.set(name, { caller, until })
    return caller
  }
}

/** `as`: the columns are checked by the database, the permissions by createKey. */
const toCaller = (row: KeyRow): Caller => ({
  organizationId: row.organizationId,
  environmentId: row.environmentId,
  mode: row.mode as Mode,
  keyId: row.keyId,
  permissions: new Set(row.permissions as Permission[]),
  requestsPerHour: limitOf('requestsPerHour', row.plan as Plan, row.requestsPerHour),
})
