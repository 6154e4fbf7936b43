import { Fatal } from '#core/fatal.ts'
import { shortPath } from '#core/process/data-folder.ts'
import { settingOf, urlPastPooler } from '#setup/database-address.ts'
import type { Config } from '#setup/settings.ts'
import { explainUnreachable, reasonOf } from '#setup/unreachable-database.ts'
import { notRunning } from './find.ts'

/** Why the first query to the database failed, and what to do. */
export function unreachable(config: Config, cause: unknown): { message: string; advice?: string } {
  // A Fatal already says what to do.
  if (cause instanceof Fatal) return { message: cause.message }
  const url = urlPastPooler(config)
  if (url) return explainUnreachable({ url, setting: settingOf(config, url) }, cause)
  // A killed Posthorn leaves a PID file whose process id may belong to another process by now.
  if (cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED') return { message: notRunning(config) }
  return { message: `The embedded PostgreSQL of ${shortPath(config.dataDir)} cannot be used: ${reasonOf(cause)}.` }
}
