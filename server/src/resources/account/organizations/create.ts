import type { Mode } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import type { Tx } from '#postgres/database.ts'
import { createKey } from './keys.ts'
import { type Limits, noLimits, type Plan } from './plans.ts'
import { insertEnvironments, insertOrganization } from './store.ts'

/** A key that somebody chose, and what it is called. */
export type ChosenKey = { key: string; name: string }

/** The limits are for Enterprise; one that is left out is none. */
export type NewOrganization = Partial<Limits> & {
  name: string
  plan: Plan
  keys?: Partial<Record<Mode, ChosenKey>>
}
export type CreatedOrganization = { id: string; liveKey: string; testKey: string }

/** An organization with its two environments, which no key opens yet. */
export async function createBareOrganization(tx: Tx, now: Date, asked: Omit<NewOrganization, 'keys'>): Promise<string> {
  const id = newId(now)
  await insertOrganization(tx, { ...noLimits, ...asked, id })
  await insertEnvironments(tx, id, [
    { id: newId(now), mode: 'live' },
    { id: newId(now), mode: 'test' },
  ])
  return id
}

/** An organization with a full-access key for each of its two environments. The keys are shown once, here. */
export async function createOrganization(tx: Tx, now: Date, asked: NewOrganization): Promise<CreatedOrganization> {
  const { keys, ...organization } = asked
  const id = await createBareOrganization(tx, now, organization)
  const keyFor = (mode: Mode) =>
    createKey(tx, now, { organizationId: id, mode, name: `first ${mode} key`, ...keys?.[mode] })
  const live = await keyFor('live')
  const test = await keyFor('test')
  return { id, liveKey: live.key, testKey: test.key }
}
