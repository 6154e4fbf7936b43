/** Indexes emails in blocks of 64, so that a search for part of a word reads few of them. Running twice is harmless. */
import { idsFrom } from '#core/id.ts'
import type { Db } from '#postgres/database.ts'
import { findWaiting, insertBlocks, readWords, type Waiting, type Words } from './block-store.ts'
import { gramsOf } from './grams.ts'

export const blockSize = 64
const blocksAtOnce = 50

/** An email whose transaction takes longer than this to commit would be skipped; none may take so long. */
const settledMs = 60_000

/** The rest is left for the next run. */
const enoughMs = 30_000

export async function indexEmails(db: Db, now: Date): Promise<number> {
  const until = performance.now() + enoughMs
  let done = 0
  for (const waiting of await findWaiting(db, blockSize)) done += await indexThoseOf(db, waiting, now, until)
  return done
}

async function indexThoseOf(db: Db, waiting: Waiting, now: Date, until: number): Promise<number> {
  const { environmentId } = waiting
  const before = idsFrom(new Date(now.getTime() - settledMs))
  let [after, done] = [waiting.after, 0]
  while (performance.now() < until) {
    const words = await readWords(db, { ...waiting, after }, before, blockSize * blocksAtOnce)
    const blocks = toBlocks(environmentId, after, words)
    if (blocks.length === 0) break
    await insertBlocks(db, environmentId, blocks)
    after = blocks.at(-1)?.last_id ?? after
    done += blocks.length * blockSize
  }
  return done
}

/** Emails that do not fill a block wait for more. */
function toBlocks(environmentId: string, after: string, words: readonly Words[]) {
  const full = words.length - (words.length % blockSize)
  return Array.from({ length: full / blockSize }, (_, nth) => {
    const own = words.slice(nth * blockSize, (nth + 1) * blockSize)
    return {
      after_id: words[nth * blockSize - 1]?.id ?? after,
      last_id: own.at(-1)?.id ?? after,
      grams: gramsOf(
        environmentId,
        own.flatMap(({ texts }) => texts),
      ),
    }
  })
}
