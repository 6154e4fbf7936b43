/** The channel of broadcasts: each time one is due, it advances by one step. */
import type { Channel } from '#engine/channel.ts'
import { broadcastColumns, broadcastTable, type TakenBroadcast } from '../store.ts'
import { type StepParts, step } from './step.ts'

/** One row in a batch: a page of one broadcast must not wait for that of another. */
export const broadcastChannel = (parts: StepParts): Channel<TakenBroadcast> => ({
  table: broadcastTable,
  columns: broadcastColumns,
  maxHeld: 4,
  maxBatch: 1,
  async work(rows, holder) {
    for (const row of rows) await step(parts, row)
    holder.drop(rows)
    holder.wake()
  },
})
