/** Access to the parts and conditions of a filter. */
import type { SegmentCondition, SegmentFilter } from '@posthorn/contract/segments/filter'
import { keyOfOwnField } from '@posthorn/contract/segments/filter-words'

/** The direct parts of a filter; empty for a single condition. */
export function partsOf(filter: SegmentFilter): readonly SegmentFilter[] {
  if ('all' in filter) return filter.all
  if ('any' in filter) return filter.any
  return 'not' in filter ? [filter.not] : []
}

export const isCondition = (filter: SegmentFilter): filter is SegmentCondition =>
  !('all' in filter || 'any' in filter || 'not' in filter)

export const conditionsOf = (filter: SegmentFilter): SegmentCondition[] =>
  isCondition(filter) ? [filter] : partsOf(filter).flatMap(conditionsOf)

export const isAboutOwnFields = (filter: SegmentFilter): boolean =>
  conditionsOf(filter).some(one => 'field' in one && keyOfOwnField(one.field) !== undefined)
