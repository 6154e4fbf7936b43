import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callWith } from '#api/call.ts'

const everyMs = 30_000 // contacts change while someone is editing

/** The forecast for what is stored: the last reply stays visible while the next is loading. */
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
