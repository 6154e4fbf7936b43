import type { Permission } from '@posthorn/contract/permissions'
import type { Caller, Mode } from '#core/caller.ts'
import type { Db } from '#postgres/database.ts'
import { gather } from '#postgres/gather.ts'
import { hashApiKey, isApiKey } from './api-key.ts'
import { limitOf, type Plan } from './plans.ts'
import { findKeysByHash, type KeyRow } from './store.ts'

/**
 * How long a process may go on with what it knows of a key. Short, because whoever revokes a key or changes a plan
 * waits this long before saying that it is done; long enough that a busy key costs one look-up a second.
 */
export const keyCacheMs = 1_000

const maxKnown = 10_000

type Known = { caller: Promise<Caller | undefined> | Caller | undefined; until: number }

/** Told at most once a minute of each key. */
export type NoteUse = (key: { environmentId: string; keyId: string }) => void

export type FindCaller = (hash: Buffer) => Promise<Caller | undefined>

/** Finds callers by the hashes of their keys. Those that are asked for at the same moment share one query, so guessing costs little. */
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

/** Without remembering anything: what it says holds now. */
export const freshIdentifier =
  (find: FindCaller) =>
  async (key: string): Promise<Caller | undefined> =>
    isApiKey(key, 'live') || isApiKey(key, 'test') ? find(hashApiKey(key)) : undefined

/** Finds the caller behind a key. Unknown keys are remembered too, so that junk costs no look-up. */
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
    // Counted from the question: a slow answer tells how things were before it was on its way.
    const until = nowMs() + keyCacheMs
    const caller = lookUp(name, hash, until)
    // Until the answer is here, others with the same key wait for the same look-up.
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
