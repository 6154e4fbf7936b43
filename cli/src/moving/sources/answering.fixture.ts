/** A fake API of another service: answers by path and query, and downloads by URL. */
import type { Json } from '../json.ts'
import type { ProviderApi } from '../provider-api.ts'

export function answering(answers: Record<string, Json | Buffer>): ProviderApi & { asked: string[] } {
  const asked: string[] = []
  const answer = (path: string): Json | Buffer => {
    asked.push(path)
    const found = answers[path]
    if (found === undefined) throw new Error(`nothing is known of ${path}`)
    return found
  }
  return {
    asked,
    get: async path => answer(path) as Json, // as: only downloads are bytes
    post: async (path, body) => answer(`${path} ${JSON.stringify(body)}`) as Json, // as: only downloads are bytes
    download: async url => answer(url) as Buffer, // as: tests give bytes for a URL
  }
}

export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}
