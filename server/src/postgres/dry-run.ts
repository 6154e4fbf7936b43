import type { Database, Tx } from './database.ts'

class RolledBack<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('rolled back')
    this.result = result
  }
}

/** Returns the result of work in a transaction that is then rolled back. */
export async function dryRun<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await database.transaction<never>(async tx => {
      throw new RolledBack(await work(tx))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result
    throw error
  }
}
