import type { SegmentFilter } from '@posthorn/contract/segments/filter'

export type Segment = {
  id: string
  name: string
  description: string | null
  /** Null: a list, which contacts are added to one by one. */
  filter: SegmentFilter | null
  createdAt: Date
  updatedAt: Date
}

/** A segment, or a filter that is not kept. */
export type Whom = { id?: string; filter: SegmentFilter | null }
