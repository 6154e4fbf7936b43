import type { Database, Tx } from './database.ts'

class Undone<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('undone')
    this.result = result
  }
}

/** What the work would do, by doing it in a transaction that is rolled back. */
export async function rehearse<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await database.transaction<never>(async tx => {
      throw new Undone(await work(tx))
    })
  } catch (error) {
    if (error instanceof Undone) return error.result
    throw error
  }
}
