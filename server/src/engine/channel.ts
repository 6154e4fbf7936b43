/** A kind of work, described so that the engine can run it. */
import type { RawBuilder } from 'kysely'
import type { Held, WorkTable } from './work-table.ts'

export type Channel<Row extends Held> = {
  readonly table: WorkTable
  /** The columns to return for a taken row; its alias is `work`. */
  readonly columns: RawBuilder<unknown>
  /** A further condition for rows to take. */
  readonly only?: RawBuilder<boolean>
  /** Matches the rows with these names, for a channel whose rows are woken one at a time. */
  named?(names: readonly string[]): RawBuilder<boolean>
  /** The row with this name was woken. Returns true if this worker holds it and handles the wake-up. */
  wakeHeld?(name: string): boolean
  /** The row with this name is due, and about to be taken by this worker or another. */
  announced?(name: string): void
  /** Makes further rows due that have no `due_at` yet. */
  beforeTaking?(): Promise<void>
  /** The polling interval, if twice a second is too often. */
  readonly pollEveryMs?: number
  /** How many rows a worker holds at once, and how many it takes in one batch. */
  readonly maxHeld: number
  readonly maxBatch: number
  /** `room` of the `maxHeld` rows are reserved for priorities below `below`, however many others are due. */
  readonly reserved?: { readonly below: number; readonly room: number }
  /**
   * Works on the rows. The worker holds each row until `holder.drop`, which may come long after this has resolved. If it rejects, the
   * rows still held are retried one by one; a row that fails alone is released and waits longer each time.
   */
  work(rows: readonly Row[], holder: Holder<Row>): Promise<void>
  /** Starts no more work. */
  stop?(): void
  /** Resolves when all work in progress has ended, or after a timeout. Rows still held are then released. */
  drain?(): Promise<void>
}

/** The worker that holds the rows, as the channel sees it. */
export type Holder<Row extends Held> = {
  readonly workerId: string
  has(row: Row): boolean
  /** The results of these rows are written, so the worker no longer holds them. */
  drop(rows: readonly Row[]): void
  /** Rows may be due, or the row with this name is. */
  wake(name?: string): void
}

/** `never`: only the channel knows the type of its rows. */
export type AnyChannel = Channel<never>
