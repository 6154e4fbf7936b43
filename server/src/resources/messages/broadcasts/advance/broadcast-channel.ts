/** The channel of broadcasts: each time one is due, it is taken a step further. */
import type { Channel } from '#engine/channel.ts'
import { broadcastColumns, broadcastTable, type TakenBroadcast } from '../store.ts'
import { type StepParts, step } from './step.ts'

/** One at a time: a page of one must not wait for that of another. */
export const broadcastChannel = (parts: StepParts): Channel<TakenBroadcast> => ({
  table: broadcastTable,
  columns: broadcastColumns,
  maxHeld: 4,
  maxBatch: 1,
  async work(rows, hand) {
    for (const row of rows) await step(parts, row)
    hand.drop(rows)
    hand.wake()
  },
})
