import { useCall } from '#api/queries.ts'
import { count } from '#style/figures.ts'

/** How many contacts are in the segment now. */
export function SegmentCount({ id }: { id: string }) {
  const { data, isError } = useCall('previewSegment', { body: { segment_id: id } })
  if (isError) return <span className="text-faint">–</span>
  return data ? countInWords(data) : <span className="text-faint">…</span>
}

export const countInWords = (preview: { count: number; is_exact: boolean }): string =>
  `${preview.is_exact ? '' : 'about '}${count(preview.count)}`
