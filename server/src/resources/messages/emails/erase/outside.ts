/**
 * Replaces mentions of a person in contents outside the database. A changed content moves into the database, for each email that
 * uses it; the old object is removed like all unused ones.
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

/** An email may have 10 MiB, and each is fetched by itself. */
const contentsPerPage = 50

/** Handles one page. Returns its last id, or null when there are no more. A second run finds nothing. */
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

/** In this encoding every byte is one character, so bytes that are not replaced stay as they were. */
function changedFile(bytes: Buffer, replaceIn: Replacing['replaceIn']): Buffer | undefined {
  const before = bytes.toString('latin1')
  const after = replaceIn(before)
  return after === before ? undefined : Buffer.from(after, 'latin1')
}
