import type { Segment as WireSegment } from '@posthorn/contract/segments/segments'
import type { Segment } from './segment.ts'

export const toWireSegment = (segment: Segment): WireSegment => ({
  id: segment.id,
  name: segment.name,
  ...(segment.description !== null && { description: segment.description }),
  type: segment.filter === null ? 'static' : 'dynamic',
  ...(segment.filter !== null && { filter: segment.filter }),
  created_at: segment.createdAt.toISOString(),
  updated_at: segment.updatedAt.toISOString(),
})
