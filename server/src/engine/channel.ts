/** A kind of work: what it says of itself so that the engine can do it. */
import type { RawBuilder } from 'kysely'
import type { Held, WorkTable } from './work-table.ts'

export type Channel<Row extends Held> = {
  readonly table: WorkTable
  /** What is read of a row as it is taken; the row goes by the name `work`. */
  readonly columns: RawBuilder<unknown>
  /** What else must be true of a row that is taken. */
  readonly only?: RawBuilder<boolean>
  /** True of the rows of these names, for a channel of which single rows are woken. */
  named?(names: readonly string[]): RawBuilder<boolean>
  /** Something has come for the row of this name; true when that is in hand and sees to it. */
  wakeHeld?(name: string): boolean
  /** Makes rows due that the table does not show as due yet. */
  beforeTaking?(): Promise<void>
  /** How often it looks for itself, where twice a second is too much. */
  readonly lookEveryMs?: number
  /** How many of its rows a worker has at once, and how many it takes together. */
  readonly maxHeld: number
  readonly maxBatch: number
  /** So many of `maxHeld` are for rows whose priority is below this one, however many others are due. */
  readonly reserved?: { readonly below: number; readonly room: number }
  /**
   * Does them. Each is in hand until it is dropped, which may be long after this has resolved. When it rejects, those that are
   * still in hand are done one by one; one that fails alone is put back, and waits longer each time.
   */
  work(rows: readonly Row[], hand: Hand<Row>): Promise<void>
  /** Begins nothing more. */
  stop?(): void
  /** Resolves when nothing is under way any more, or it has taken too long; what is in hand then is given back. */
  drain?(): Promise<void>
}

/** What this worker has of a channel. */
export type Hand<Row extends Held> = {
  readonly workerId: string
  has(row: Row): boolean
  /** The results of these are written. */
  drop(rows: readonly Row[]): void
  /** Something may be due; or the row of this name. */
  wake(name?: string): void
}

/** `never`: only a channel knows what its own rows are like. */
export type AnyChannel = Channel<never>
