/** The link that creates the first owner. Anyone who has it can own the installation, so it is shown on a terminal or kept in a file, never logged. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import { issueSetUpToken } from '#resources/account/members/set-up.ts'

/** Null once there is an owner. */
export async function issueSetUpUrl(database: Database, clock: Clock, publicUrl: string): Promise<string | null> {
  const token = await database.transaction(tx => issueSetUpToken(tx, clock()))
  return token && `${publicUrl}/setup?token=${token}`
}

export const setUpFile = (dataDir: string): string => join(dataDir, 'set-up-link')

/** Readable by the owner only; deleted once it is no longer valid. */
export function keepSetUpUrl(dataDir: string, url: string | null): void {
  const file = setUpFile(dataDir)
  rmSync(file, { force: true })
  if (url) writeFileSync(file, `${url}\n`, { mode: 0o600 })
}
