import type { Database } from '#postgres/database.ts'
import type { Caller } from '../src/core/caller.ts'
import { createOrganization, type NewOrganization } from '../src/resources/account/organizations/create.ts'
import { callerFinder, callerIdentifier } from '../src/resources/account/organizations/identify.ts'

/** A new organization and the callers behind its two keys. */
export async function createCallers(
  database: Database,
  asked: NewOrganization = { name: 'Test', plan: 'enterprise' },
): Promise<{ live: Caller; test: Caller; liveKey: string; testKey: string; organizationId: string }> {
  const created = await database.transaction(tx => createOrganization(tx, new Date(), asked))
  const identify = callerIdentifier(callerFinder(database.db), () => performance.now())
  const [live, test] = [await identify(created.liveKey), await identify(created.testKey)]
  if (!live || !test) throw new Error('the keys of a new organization do not work')
  return { live, test, liveKey: created.liveKey, testKey: created.testKey, organizationId: created.id }
}
