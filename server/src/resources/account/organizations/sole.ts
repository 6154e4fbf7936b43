import type { Db } from '#postgres/database.ts'
import { findSole } from './store.ts'

export const hasOneOrganization = async (db: Db): Promise<boolean> => (await findSole(db)) !== undefined

/** How long a process caches whether there is one organization. */
const soleCacheMs = 5_000

type Known = { sole: Promise<string | undefined>; until: number }

/** Whether an organization is the only one. A second organization is noticed at its own first call. */
export function soleReader(db: Db, nowMs: () => number): (organizationId: string) => Promise<boolean> {
  let known: Known | undefined

  async function ask(): Promise<string | undefined> {
    const entry: Known = { sole: findSole(db), until: nowMs() + soleCacheMs }
    known = entry
    entry.sole.catch(() => {
      if (known === entry) known = undefined
    })
    return entry.sole
  }

  return async organizationId => {
    const sole = known && known.until > nowMs() ? await known.sole : await ask()
    return sole === undefined || sole === organizationId ? sole === organizationId : (await ask()) === organizationId
  }
}
