import type { Broadcast, BroadcastPreview } from '@posthorn/contract/broadcasts/replies'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callWith } from '#api/call.ts'

const everyMs = 30_000 // contacts change while someone is editing

/** A preview, and the broadcast as it was then. */
export type Forecast = BroadcastPreview & { broadcast: Broadcast }

/** The forecast for what is stored: the last reply stays visible while the next is loading. */
export const usePreview = (broadcast: Broadcast, isOff: boolean) =>
  useQuery({
    queryKey: ['previewBroadcast', broadcast.id, broadcast.updated_at],
    queryFn: async ({ signal }): Promise<Forecast> => {
      const preview = await callWith({ signal }, 'previewBroadcast', { params: { id: broadcast.id } })
      return { ...preview, broadcast }
    },
    placeholderData: keepPreviousData,
    enabled: !isOff,
    staleTime: 60_000,
    refetchInterval: everyMs,
  })

export type Preview = ReturnType<typeof usePreview>
