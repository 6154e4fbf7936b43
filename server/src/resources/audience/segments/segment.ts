import type { SegmentFilter } from '@posthorn/contract/segments/filter'

export type Segment = {
  id: string
  name: string
  description: string | null
  /** Null for a list, to which contacts are added one by one. */
  filter: SegmentFilter | null
  createdAt: Date
  updatedAt: Date
}

/** A segment, or an unsaved filter. */
export type SegmentRef = { id?: string; filter: SegmentFilter | null }
