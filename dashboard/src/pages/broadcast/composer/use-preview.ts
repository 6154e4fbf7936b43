import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callWith } from '#api/call.ts'

const everyMs = 30_000 // contacts come and go while somebody writes

/** What would become of it as it is stored: the last answer stays in sight while the next is on its way. */
export const usePreview = ({ id, updated_at }: Broadcast, isOff: boolean) =>
  useQuery({
    queryKey: ['previewBroadcast', id, updated_at],
    queryFn: ({ signal }) => callWith({ signal }, 'previewBroadcast', { params: { id } }),
    placeholderData: keepPreviousData,
    enabled: !isOff,
    staleTime: 60_000,
    refetchInterval: everyMs,
  })

export type Preview = ReturnType<typeof usePreview>
