import type { Mode } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import type { Tx } from '#postgres/database.ts'
import { createKey } from './keys.ts'
import { type Limits, noLimits, type Plan } from './plans.ts'
import { insertEnvironments, insertOrganization } from './store.ts'

/** A chosen key and its name. */
export type ChosenKey = { key: string; name: string }

/** Limits are for Enterprise; one that is left out means no limit. */
export type NewOrganization = Partial<Limits> & {
  name: string
  plan: Plan
  keys?: Partial<Record<Mode, ChosenKey>>
}
export type CreatedOrganization = { id: string; liveKey: string; testKey: string }

/** Creates an organization with its two environments and no keys. */
export async function createBareOrganization(tx: Tx, now: Date, asked: Omit<NewOrganization, 'keys'>): Promise<string> {
  const id = newId(now)
  await insertOrganization(tx, { ...noLimits, ...asked, id })
  await insertEnvironments(tx, id, [
    { id: newId(now), mode: 'live' },
    { id: newId(now), mode: 'test' },
  ])
  return id
}

/** Creates an organization with a full-access key for each environment. The keys are shown only here. */
export async function createOrganization(tx: Tx, now: Date, asked: NewOrganization): Promise<CreatedOrganization> {
  const { keys, ...organization } = asked
  const id = await createBareOrganization(tx, now, organization)
  const keyFor = (mode: Mode) =>
    createKey(tx, now, { organizationId: id, mode, name: `first ${mode} key`, ...keys?.[mode] })
  const live = await keyFor('live')
  const test = await keyFor('test')
  return { id, liveKey: live.key, testKey: test.key }
}
