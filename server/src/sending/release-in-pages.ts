/** Makes waiting messages due page by page, so that no transaction is long. */
import { idsFrom } from '#core/id.ts'
import type { Database, Tx } from '#postgres/database.ts'

/** `last`: where the next page begins; null when there is none. */
type ReleasedPage = { released: number; last: string | null }

/** Returns how many became due. May run twice. */
export async function releaseInPages(
  database: Database,
  releasePage: (tx: Tx, after: string) => Promise<ReleasedPage>,
): Promise<number> {
  const releaseAfter = (after: string) => database.transaction(tx => releasePage(tx, after))
  let page = await releaseAfter(idsFrom(new Date(0)))
  let total = page.released
  while (page.last !== null) {
    page = await releaseAfter(page.last)
    total += page.released
  }
  return total
}
