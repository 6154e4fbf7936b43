import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fatal } from '#core/fatal.ts'
import { shortPath } from '#core/process/data-folder.ts'
import { runningUrl } from '#postgres/embedded/cluster.ts'
import { urlPastPooler } from '#setup/database-address.ts'
import type { Config } from '#setup/settings.ts'

/** The URL of the running instance's database; undefined when neither DATABASE_URL nor the data folder gives one. */
export function findUrl(config: Config): string | undefined {
  const url = urlPastPooler(config)
  if (url) return url
  refuseOthersFolder(config.dataDir)
  return runningUrl(config.dataDir)
}

/** An account that cannot read the folder would not see a running database. */
function refuseOthersFolder(dataDir: string): void {
  try {
    readFileSync(join(dataDir, 'postgres-password'))
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EACCES')) return
    const advice = 'Use the account that Posthorn was started with.'
    throw fatal(`${shortPath(dataDir)} belongs to another account. ${advice}`, cause)
  }
}

export const notRunning = ({ dataDir }: Config): string =>
  `Posthorn is not running on ${shortPath(dataDir)}: start it with npm start, or set DATABASE_URL`
