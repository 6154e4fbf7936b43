import type { Tx } from '#postgres/database.ts'
import { findTags, updateTag } from './tag-store.ts'

/** Renames tags that identify an erased person; the figures stay. Each needs a name of its own: two that become one would have two sums. */
export async function renameTags(
  tx: Tx,
  environmentId: string,
  { needles, toName }: { needles: readonly string[]; toName(tag: string, nth: number): string },
): Promise<void> {
  const tags = await findTags(tx, environmentId, needles)
  for (const [nth, tag] of tags.entries()) await updateTag(tx, { environmentId, tag }, toName(tag, nth))
}
