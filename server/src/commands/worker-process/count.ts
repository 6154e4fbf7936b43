import type { Config } from '#setup/settings.ts'

/**
 * How many worker processes `npm start` runs. By default none on one core, where a second process would only take memory, and none where
 * the connections are limited: there may be none for a second process.
 */
export function workerCount(
  { workers, databaseConnections }: Pick<Config, 'workers' | 'databaseConnections'>,
  cores: number,
): number {
  return workers ?? (cores > 1 && databaseConnections === null ? 1 : 0)
}
