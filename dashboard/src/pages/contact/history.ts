/** The history of a contact, merged from several paged lists, newest first. */
export type Entry = { id: string; at: string }
type Source<E extends Entry> = { entries: readonly E[]; hasMore: boolean }

/**
 * The entries of all lists in one order. Entries older than the last loaded one of an unfinished list are held back:
 * entries between them may still be missing.
 */
export function merged<E extends Entry>(sources: readonly Source<E>[]): E[] {
  const horizon = sources
    .filter(({ hasMore }) => hasMore)
    .map(({ entries }) => entries.at(-1)?.at ?? '')
    .reduce((latest, at) => (at > latest ? at : latest), '')
  return sources
    .flatMap(({ entries }) => entries)
    .filter(({ at }) => at >= horizon)
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}
