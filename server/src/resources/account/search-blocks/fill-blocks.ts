/** Groups the objects of each environment in blocks of 64, so that a search by a part reads few of them. Running twice is harmless. */
import { idsFrom } from '#core/id.ts'
import type { Db } from '#postgres/database.ts'
import { type BlockTable, findWaiting, type Waiting } from './store.ts'

export const blockSize = 64
const blocksAtOnce = 50

/** An object whose transaction takes longer than this to commit would be skipped; no transaction may take that long. */
const settledMs = 60_000

/** After this time the rest is left for the next run. */
const enoughMs = 30_000

/** `afterId`: the last object before the block. */
type Block<T> = { afterId: string; lastId: string; objects: readonly T[] }

type Blocks<T extends { id: string }> = BlockTable & {
  /** The objects after an id, in order. */
  read(waiting: Waiting, before: string, limit: number): Promise<T[]>
  /** Existing blocks stay. */
  insert(environmentId: string, blocks: readonly Block<T>[]): Promise<void>
}

export async function fillBlocks<T extends { id: string }>(db: Db, blocks: Blocks<T>, now: Date): Promise<number> {
  const until = performance.now() + enoughMs
  let done = 0
  for (const waiting of await findWaiting(db, blocks, blockSize)) done += await fillThoseOf(blocks, waiting, now, until)
  return done
}

async function fillThoseOf<T extends { id: string }>(
  { read, insert }: Blocks<T>,
  waiting: Waiting,
  now: Date,
  until: number,
): Promise<number> {
  const { environmentId } = waiting
  const before = idsFrom(new Date(now.getTime() - settledMs))
  let [after, done] = [waiting.after, 0]
  while (performance.now() < until) {
    const full = toBlocks(after, await read({ environmentId, after }, before, blockSize * blocksAtOnce))
    if (full.length === 0) break
    await insert(environmentId, full)
    after = full.at(-1)?.lastId ?? after
    done += full.length * blockSize
  }
  return done
}

/** Objects that do not fill a block wait for more. */
const toBlocks = <T extends { id: string }>(after: string, all: readonly T[]): Block<T>[] =>
  Array.from({ length: Math.floor(all.length / blockSize) }, (_, nth) => {
    const objects = all.slice(nth * blockSize, (nth + 1) * blockSize)
    return { afterId: all[nth * blockSize - 1]?.id ?? after, lastId: objects.at(-1)?.id ?? after, objects }
  })
