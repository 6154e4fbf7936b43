import type { Segment } from '@posthorn/contract/segments/segments'
import { useQuery } from '@tanstack/react-query'
import { callWith } from '#api/call.ts'

const maxPages = 5 // an environment has at most 500

async function readSegments(signal: AbortSignal): Promise<Segment[]> {
  const segments: Segment[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const { data, next_cursor } = await callWith({ signal }, 'listSegments', {
      query: { limit: 100, ...(cursor && { cursor }) },
    })
    segments.push(...data)
    cursor = next_cursor
    if (!cursor) break
  }
  return segments.sort((a, b) => a.name.localeCompare(b.name))
}

/** All segments by name. Refetched with `listSegments`. */
export const useSegments = () =>
  useQuery({ queryKey: ['listSegments', 'all'], queryFn: ({ signal }) => readSegments(signal), staleTime: 30_000 })
