import { sql } from 'kysely'
import type { Db } from './database.ts'

export type Fitness = { version: number; encoding: string; unsafe: string[] }

const oldestVersion = 15
/** SQL_ASCII stores octets unchanged. */
const encodings = new Set(['UTF8', 'SQL_ASCII'])
const durabilitySettings = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/** Reads the properties that a database needs so that no acknowledged message is lost. */
export async function checkFitness(db: Db): Promise<Fitness> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('server_version_num', 'server_encoding', 'fsync', 'full_page_writes', 'synchronous_commit')`.execute(
    db,
  )
  const settings = new Map(rows.map(row => [row.name, row.setting]))
  // remote_apply is stricter than on. remote_write, local and off are weaker, and can lose acknowledged rows in a crash.
  const safe = new Set(['on', 'remote_apply'])
  return {
    version: Math.floor(Number(settings.get('server_version_num')) / 10_000),
    encoding: settings.get('server_encoding') ?? '',
    unsafe: durabilitySettings.filter(name => !safe.has(settings.get(name) ?? 'off')),
  }
}

/** Of a standby it is true, too. No reason against the start of a role: it may be so for a moment, such as during a failover. */
export async function isReadOnly(db: Db): Promise<boolean> {
  const { rows } = await sql<{ transaction_read_only: string }>`show transaction_read_only`.execute(db)
  return rows[0]?.transaction_read_only === 'on'
}

export const howToWrite =
  'The database is read-only: it is a standby, or default_transaction_read_only is on, which some providers turn on when the disk is full. Use the address of the primary, or make room and turn that setting off.'

/** A message that says what to change, or undefined when the database is fit. */
export function unfitBecause({ version, encoding, unsafe }: Fitness, allowUnsafe: boolean): string | undefined {
  if (version < oldestVersion) return `PostgreSQL ${version} is too old: Posthorn needs ${oldestVersion} or later.`
  if (!encodings.has(encoding))
    return `The database is encoded in ${encoding}, which cannot store all text. Create one with ENCODING 'UTF8' TEMPLATE template0.`
  if (unsafe.length > 0 && !allowUnsafe) {
    const list = unsafe.join(', ')
    return `The database can lose acknowledged messages in a crash: ${list} must be on. Turn it on, or set POSTHORN_ALLOW_UNSAFE_DATABASE=true if losing data is fine here.`
  }
  return undefined
}
