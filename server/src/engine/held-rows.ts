/** The rows that a channel of a worker holds, and its room for more. Rows are known by their names. */
import type { Channel } from './channel.ts'
import { type Held, heldName } from './work-table.ts'

export function heldRows({ maxHeld, maxBatch, reserved }: Pick<Channel<Held>, 'maxHeld' | 'maxBatch' | 'reserved'>) {
  const held = new Set<string>()
  /** The held rows that may not use the reserved room. */
  const others = new Set<string>()
  /** The held rows that were held during more than one crash. */
  const suspects = new Set<string>()

  /** With less room than this, taking rows is not worth a statement while others are held. */
  const minRoom = Math.min(maxBatch, maxHeld) / 4
  const hasRoom = () => held.size === 0 || maxHeld - held.size >= minRoom
  const roomForOthers = () => maxHeld - (reserved?.room ?? 0) - others.size
  const hasRoomForOthers = () => roomForOthers() >= minRoom

  return {
    hasRoom,
    has: (row: Held): boolean => held.has(heldName(row)),
    names: (): string[] => [...held],
    hasSuspects: (): boolean => suspects.size > 0,

    /** How many rows may be taken, and how many of them may have a priority without reserved room. */
    limits: () => ({
      limit: Math.min(maxBatch, maxHeld - held.size),
      others: reserved && { from: reserved.below, limit: Math.max(0, roomForOthers()) },
    }),

    add(rows: readonly Held[]): void {
      for (const row of rows) {
        held.add(heldName(row))
        if (reserved && row.priority >= reserved.below) others.add(heldName(row))
      }
    },

    addSuspects(rows: readonly Held[]): void {
      for (const row of rows) suspects.add(heldName(row))
    },

    /** True when there was no room for some rows before, and there is now. */
    drop(rows: readonly Held[]): boolean {
      const before = [hasRoom(), hasRoomForOthers()]
      for (const name of rows.map(heldName)) for (const names of [held, others, suspects]) names.delete(name)
      return (!before[0] && hasRoom()) || (!before[1] && hasRoomForOthers())
    },
  }
}
