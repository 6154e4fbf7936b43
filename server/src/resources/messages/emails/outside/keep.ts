/**
 * Moves large contents from drafts to the store that the operator chose, before anything is accepted. The database has a row for
 * each before it is written, so contents that are never used are found and removed (end.ts).
 */
import { hash } from 'node:crypto'
import type { Sender } from '#core/caller.ts'
import type { Clock } from '#core/clock.ts'
import { newId } from '#core/id.ts'
import type { Db } from '#postgres/database.ts'
import type { ObjectStore } from '#transports/object-store.ts'
import { objectKey } from '../body/outside-content.ts'
import { pack } from '../body/pack.ts'
import type { Draft } from '../draft.ts'
import { inParallel } from './in-parallel.ts'
import { findKept, type KnownContent, markStored, upsertContents } from './store.ts'

export type KeepParts = { db: Db; objects: ObjectStore; clock: Clock; over: number }

/** Returns the drafts with the ids of the contents that are outside now. */
export type KeepOutside = (sender: Pick<Sender, 'environmentId'>, drafts: readonly Draft[]) => Promise<readonly Draft[]>

/** For an installation that keeps everything in its database. */
export const keepInside: KeepOutside = async (_, drafts) => drafts

type Content = { hash: Buffer; bytes: Buffer }

export function keepOutside({ db, objects, clock, over }: KeepParts): KeepOutside {
  async function store(environmentId: string, contents: ReadonlyMap<string, Content>): Promise<Map<string, string>> {
    const kept = await findKept(db, environmentId, [...contents.values()].map(toHash))
    const known = toIds(kept)
    const missing = [...contents].filter(([name]) => !known.has(name)).map(([, content]) => content)
    if (missing.length === 0) return known
    const rows = await upsertContents(
      db,
      environmentId,
      missing.map(({ hash, bytes }) => ({ id: newId(clock()), hash, size: bytes.length })),
    )
    const unstored = rows.filter(({ stored }) => !stored)
    await inParallel(unstored, async ({ id, hash }) => {
      const content = contents.get(hash.toString('hex'))
      if (content) await objects.put(objectKey({ environmentId, id }), content.bytes)
    })
    if (unstored.length > 0)
      await markStored(
        db,
        environmentId,
        unstored.map(({ id }) => id),
      )
    return new Map([...known, ...toIds(rows)])
  }

  return async ({ environmentId }, drafts) => {
    const contents = new Map<string, Content>()
    const note = (bytes: Buffer): string | null => {
      if (bytes.length <= over) return null
      const digest = hash('sha256', bytes, 'buffer')
      const name = digest.toString('hex')
      contents.set(name, { hash: digest, bytes })
      return name
    }
    const noted = drafts.map(draft => {
      return { body: note(pack(draft)), files: draft.attachments.map(({ content }) => note(content)) }
    })
    const ids = contents.size > 0 ? await store(environmentId, contents) : new Map<string, string>()
    const idOf = (name: string | null) => (name === null ? null : (ids.get(name) ?? null))
    return drafts.map((draft, index) => {
      const { body = null, files = [] } = noted[index] ?? {}
      return { ...draft, outside: { body: idOf(body), files: files.map(idOf) } }
    })
  }
}

const toHash = ({ hash }: Content) => hash
const toIds = (rows: readonly KnownContent[]) => new Map(rows.map(({ hash, id }) => [hash.toString('hex'), id]))
