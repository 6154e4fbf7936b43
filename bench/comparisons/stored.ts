import type { Side } from '../alternate.ts'
import type { Bench } from '../bench-context.ts'

type Pool = Bench['postgres']['database']['pool']

/** Resets and checks the rows of a kind of message. */
export type Traces = {
  forget(pool: Pool): Promise<unknown>
  /** Throws unless everything confirmed is stored. */
  check(pool: Pool, key: string, answers: number): Promise<void>
}

/** Starts with empty tables, and checks that everything confirmed is stored. */
export const storing =
  ({ forget, check }: Traces) =>
  ({ postgres }: Bench, key: string, side: Side): Side =>
  async seconds => {
    const { pool } = postgres.database
    await forget(pool)
    const result = await side(seconds)
    await check(pool, key, Math.round(result.perSecond * (result.load?.seconds ?? 0)))
    return result
  }
