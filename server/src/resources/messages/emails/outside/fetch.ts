import { hash } from 'node:crypto'
import type { ObjectStore } from '#transports/object-store.ts'
import { type FetchContent, type OutsideContent, objectKey } from '../body/outside-content.ts'

/** Kept in memory for emails that share a content: those of a broadcast are sent one after the other. */
const maxKept = 32 * 1024 * 1024

/** For an installation that keeps everything in its database. */
export const nothingOutside: FetchContent = async ({ id }) => {
  throw new Error(`the content ${id} is outside the database, and POSTHORN_BODIES does not say where`)
}

export function contentFetcher(objects: ObjectStore, maxBytes = maxKept): FetchContent {
  const kept = new Map<string, Buffer>()
  const underWay = new Map<string, Promise<Buffer>>()
  let size = 0

  function remember(name: string, bytes: Buffer): void {
    if (bytes.length > maxBytes / 4) return
    kept.set(name, bytes)
    size += bytes.length
    // The first entry of the map is the least recently used.
    for (const [oldest, { length }] of kept) {
      if (size <= maxBytes) return
      kept.delete(oldest)
      size -= length
    }
  }

  function recall(name: string): Buffer | undefined {
    const bytes = kept.get(name)
    if (bytes && kept.delete(name)) kept.set(name, bytes)
    return bytes
  }

  async function get(content: OutsideContent, name: string): Promise<Buffer> {
    const bytes = await objects.get(name)
    if (!bytes) throw new Error(`the content ${name} is not in ${objects.name} any more`)
    if (hash('sha256', bytes) !== content.hash) throw new Error(`the content ${name} in ${objects.name} was changed`)
    remember(name, bytes)
    return bytes
  }

  return async content => {
    const name = objectKey(content)
    const known = recall(name) ?? underWay.get(name)
    if (known) return known
    const asked = get(content, name).finally(() => underWay.delete(name))
    underWay.set(name, asked)
    return asked
  }
}
