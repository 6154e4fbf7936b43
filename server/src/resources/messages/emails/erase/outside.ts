/**
 * Puts something else in the place of somebody in contents that are kept outside of the database. One that names them comes
 * inside, changed, for each email that uses it; the object ends as all do that nobody uses any more.
 */
import type { Database } from '#postgres/database.ts'
import type { FetchContent } from '../body/outside-content.ts'
import { pack, reworded, unpack } from '../body/pack.ts'
import { findContentsAfter, takeInside } from '../outside/store.ts'

export type Replacing = {
  environmentId: string
  replaceIn(text: string): string
  signal: AbortSignal
}

/** An email may be 10 MiB large, and each is fetched by itself. */
const contentsPerPage = 50

/** One page. Returns its last id, or null when there is no more. Done again it finds nothing. */
export async function replaceOutside(
  database: Database,
  fetchContent: FetchContent,
  { environmentId, replaceIn, signal }: Replacing,
  after: string | null,
): Promise<string | null> {
  const page = await findContentsAfter(database.db, environmentId, after, contentsPerPage)
  for (const { isBody, ...content } of page) {
    signal.throwIfAborted()
    const before = await fetchContent(content)
    const changed = isBody ? changedBody(before, replaceIn) : changedFile(before, replaceIn)
    if (changed) await database.transaction(tx => takeInside(tx, content, changed))
  }
  return page.at(-1)?.id ?? null
}

function changedBody(packed: Buffer, replaceIn: Replacing['replaceIn']): Buffer | undefined {
  const body = reworded(unpack(packed), replaceIn)
  return body && pack(body)
}

/** Every byte is a character of this encoding and comes back as it was. */
function changedFile(bytes: Buffer, replaceIn: Replacing['replaceIn']): Buffer | undefined {
  const before = bytes.toString('latin1')
  const after = replaceIn(before)
  return after === before ? undefined : Buffer.from(after, 'latin1')
}
