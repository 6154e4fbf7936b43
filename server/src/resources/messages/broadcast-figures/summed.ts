import type { SummedTable } from '#postgres/partitions/summed-table.ts'
import { statsColumns } from './figures.ts'

/** The figures of broadcasts are summed together with all others. */
export const broadcastStats: SummedTable = {
  name: 'broadcast_stats',
  key: ['environment_id', 'broadcast_id', 'variant'],
  figures: statsColumns,
}
