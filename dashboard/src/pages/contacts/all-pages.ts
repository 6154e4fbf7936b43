/** Processes all contacts that match a filter, a few at a time, and reports how many are done. */
import type { Contact } from '@posthorn/contract/audience/contacts'

type Page = { data: Contact[]; next_cursor?: string }
/** What happens to the contacts, and to how many at a time. */
export type Act = { size: number; act: (contacts: readonly Contact[]) => Promise<unknown> }
type Work = Act & {
  read: (cursor: string | undefined) => Promise<Page>
  onProgress: (done: number) => void
  signal: AbortSignal
}

export async function forAllPages({ read, size, act, onProgress, signal }: Work): Promise<void> {
  let done = 0
  for (let cursor: string | undefined; ; ) {
    signal.throwIfAborted()
    const { data, next_cursor } = await read(cursor)
    for (let from = 0; from < data.length; from += size) {
      signal.throwIfAborted()
      const some = data.slice(from, from + size)
      await act(some)
      done += some.length
      onProgress(done)
    }
    if (next_cursor === undefined) return
    cursor = next_cursor
  }
}
