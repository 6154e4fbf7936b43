/** Stores for every 64 emails, text messages and contacts a signature of their ids and numbers, so that a search by a part reads few of them. Running twice is harmless. */
import { idDigits, idsFrom } from '#core/id.ts'
import type { Db } from '#postgres/database.ts'
import { idBytes, numberBytes, signatureOf } from './signature.ts'
import { type Block, findWaiting, insertBlocks, type Kind, readWords, type Waiting, type Words } from './store.ts'

export const blockSize = 64
const blocksAtOnce = 50

/** An object whose transaction takes longer than this to commit would be skipped; no transaction may take that long. */
const settledMs = 60_000

/** After this time the rest is left for the next run. */
const enoughMs = 30_000

export async function makeBlocks(db: Db, kind: Kind, now: Date): Promise<number> {
  const until = performance.now() + enoughMs
  let done = 0
  for (const waiting of await findWaiting(db, kind, blockSize)) done += await makeThoseOf(db, kind, waiting, now, until)
  return done
}

async function makeThoseOf(db: Db, kind: Kind, waiting: Waiting, now: Date, until: number): Promise<number> {
  const { environmentId } = waiting
  const before = idsFrom(new Date(now.getTime() - settledMs))
  let [after, done] = [waiting.after, 0]
  while (performance.now() < until) {
    const words = await readWords(db, kind, { ...waiting, after }, before, blockSize * blocksAtOnce)
    const blocks = toBlocks(after, words)
    if (blocks.length === 0) break
    await insertBlocks(db, kind, environmentId, blocks)
    after = blocks.at(-1)?.lastId ?? after
    done += blocks.length * blockSize
  }
  return done
}

/** Objects that do not fill a block wait for more. */
function toBlocks(after: string, words: readonly Words[]): Block[] {
  const full = words.length - (words.length % blockSize)
  return Array.from({ length: full / blockSize }, (_, nth) => {
    const own = words.slice(nth * blockSize, (nth + 1) * blockSize)
    return {
      afterId: words[nth * blockSize - 1]?.id ?? after,
      lastId: own.at(-1)?.id ?? after,
      ids: signatureOf(
        own.map(({ id }) => idDigits(id)),
        idBytes,
      ),
      numbers: signatureOf(
        own.flatMap(one => one.numbers),
        numberBytes,
      ),
    }
  })
}
