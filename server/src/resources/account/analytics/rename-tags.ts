import type { Tx } from '#postgres/database.ts'
import { findTags, updateTag } from './tag-store.ts'

/** Renames tags that identify an erased person; the figures stay. */
export async function renameTags(
  tx: Tx,
  environmentId: string,
  { needles, toName }: { needles: readonly string[]; toName(tag: string): string },
): Promise<void> {
  for (const tag of await findTags(tx, environmentId, needles)) await updateTag(tx, { environmentId, tag }, toName(tag))
}
