import { statSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import { shortPath } from '#core/process/data-folder.ts'
import { type Check, error, ok } from './check.ts'

/** The keys of the first organization, the set-up link, and the password of the embedded PostgreSQL must be readable by their owner only. */
export function checkSecretFiles(dataDir: string): Check[] {
  // Windows has no such permission bits: Node shows every file there as readable by all.
  if (platform() === 'win32') return []
  const files = ['keys.json', 'set-up-link', 'postgres-password'].map(name => join(dataDir, name))
  const open = files.filter(isOpenToOthers).map(shortPath)
  if (open.length === 0)
    return [ok('secret_files', 'Other accounts cannot read the keys and passwords in the data folder.')]
  const message = `Other accounts of this machine can read or change ${open.join(' and ')}.`
  return [error('secret_files', message, `chmod 600 ${open.join(' ')}`)]
}

function isOpenToOthers(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && (found.mode & 0o077) !== 0
}
