import { sql } from 'kysely'
import type { Mode } from '#core/caller.ts'
import { fatal } from '#core/fatal.ts'
import type { Tx } from '#postgres/database.ts'
import { hashApiKey, newApiKey } from './api-key.ts'
import { type ChosenKey, createOrganization } from './create.ts'
import { adoptKey, findAnyKeyByHash, findKeysByHash, hasKeys, revokeOthersNamed } from './key-store.ts'
import { createKey } from './keys.ts'
import { findEnvironment, listOrganizations } from './store.ts'

type Keys = Record<Mode, string>
/** Null when the database already has keys that this machine does not know; keys are only generated once. */
export type FirstKeys = Record<Mode, string | null>

/** `fixed` are from the settings and have priority; `remembered` were written to the data folder by an earlier start. */
type Given = { fixed: Partial<Keys>; remembered: Partial<Keys> }

// Several processes may start at once on an empty database.
const lock = 7_283_003

/** Makes sure that there is an organization and that its keys work; returns the keys to show on this machine. */
export async function ensureFirstOrganization(tx: Tx, now: Date, given: Given): Promise<FirstKeys> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
  const [first] = await listOrganizations(tx)
  if (!first) {
    const created = await createOrganization(tx, now, {
      name: 'First organization',
      plan: 'enterprise',
      keys: { ...chosen('live', given), ...chosen('test', given) },
    })
    return { live: created.liveKey, test: created.testKey }
  }
  return {
    live: await ensureKey(tx, now, first.id, 'live', given),
    test: await ensureKey(tx, now, first.id, 'test', given),
  }
}

const settingName = (mode: Mode): string => `POSTHORN_${mode.toUpperCase()}_KEY`

function chosen(mode: Mode, { fixed, remembered }: Given): Partial<Record<Mode, ChosenKey>> {
  if (fixed[mode]) return { [mode]: { key: fixed[mode], name: settingName(mode) } }
  return remembered[mode] ? { [mode]: { key: remembered[mode], name: `${mode} key of the data folder` } } : {}
}

async function ensureKey(tx: Tx, now: Date, organizationId: string, mode: Mode, given: Given): Promise<string | null> {
  const fixed = given.fixed[mode]
  if (fixed) {
    await fixKey(tx, now, organizationId, mode, fixed)
    return fixed
  }
  const remembered = given.remembered[mode]
  const [known] = remembered ? await findKeysByHash(tx, [hashApiKey(remembered)]) : []
  if (remembered && known) return remembered
  const environment = await findEnvironment(tx, organizationId, mode)
  if (environment && (await hasKeys(tx, environment.id))) return null
  const key = newApiKey(mode)
  await createKey(tx, now, { organizationId, mode, name: `${mode} key of the data folder`, key })
  return key
}

/** Makes the key of the setting valid, and revokes the key that the setting had before. */
async function fixKey(tx: Tx, now: Date, organizationId: string, mode: Mode, key: string): Promise<void> {
  const name = settingName(mode)
  const hash = hashApiKey(key)
  const environment = await findEnvironment(tx, organizationId, mode)
  const existing = await findAnyKeyByHash(tx, hash)
  if (existing && existing.environmentId !== environment?.id) {
    throw fatal(`${name} is a key of another organization. Choose a different key.`)
  }
  if (environment) await revokeOthersNamed(tx, environment.id, name, hash, now)
  if (existing) await adoptKey(tx, existing.id, name)
  else await createKey(tx, now, { organizationId, mode, name, key })
}
