import type { Side } from '../alternate.ts'
import type { Bench } from '../bench-context.ts'

type Pool = Bench['ground']['database']['pool']

/** What a kind of message leaves in the tables. */
export type Traces = {
  forget(pool: Pool): Promise<unknown>
  /** Throws unless everything is there that was answered. */
  check(pool: Pool, key: string, answers: number): Promise<void>
}

/** Starts with empty tables, and shows that what was answered is in them. */
export const storing =
  ({ forget, check }: Traces) =>
  ({ ground }: Bench, key: string, side: Side): Side =>
  async seconds => {
    const { pool } = ground.database
    await forget(pool)
    const result = await side(seconds)
    await check(pool, key, Math.round(result.perSecond * (result.load?.seconds ?? 0)))
    return result
  }
