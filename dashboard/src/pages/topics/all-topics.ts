import type { Topic } from '@posthorn/contract/audience/topics'
import { useQuery } from '@tanstack/react-query'
import { callWith } from '#api/call.ts'

const maxPages = 10 // a thousand topics, more than anyone can choose from

async function readTopics(signal: AbortSignal): Promise<Topic[]> {
  const topics: Topic[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const { data, next_cursor } = await callWith({ signal }, 'listTopics', {
      query: { limit: 100, ...(cursor && { cursor }) },
    })
    topics.push(...data)
    cursor = next_cursor
    if (!cursor) break
  }
  return topics.sort((a, b) => a.display_order - b.display_order || a.created_at.localeCompare(b.created_at))
}

/** All topics in the order of the preferences page. Refetched with `listTopics`. */
export const useTopics = () =>
  useQuery({ queryKey: ['listTopics', 'all'], queryFn: ({ signal }) => readTopics(signal), staleTime: 30_000 })
