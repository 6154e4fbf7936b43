/** Processes all contacts that match a filter, page by page, and reports how many are done. */
import type { Contact } from '@posthorn/contract/audience/contacts'

type Page = { data: Contact[]; next_cursor?: string }
type Work = {
  read: (cursor: string | undefined) => Promise<Page>
  act: (contacts: readonly Contact[]) => Promise<unknown>
  onProgress: (done: number) => void
  signal: AbortSignal
}

export async function forAllPages({ read, act, onProgress, signal }: Work): Promise<number> {
  let done = 0
  for (let cursor: string | undefined; ; ) {
    signal.throwIfAborted()
    const { data, next_cursor } = await read(cursor)
    await act(data)
    done += data.length
    onProgress(done)
    if (next_cursor === undefined) return done
    cursor = next_cursor
  }
}

/** Runs a few at a time: the server refuses a hundred concurrent requests from one person. */
export async function inBatches<T>(items: readonly T[], act: (item: T) => Promise<unknown>, size = 6): Promise<void> {
  for (let from = 0; from < items.length; from += size) await Promise.all(items.slice(from, from + size).map(act))
}
