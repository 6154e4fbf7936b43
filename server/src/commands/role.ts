/** One role alone, on DATABASE_URL: `npm run api`, `npm run worker`. */
import { fatal } from '#core/fatal.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { databaseOptions } from '#setup/connections.ts'
import { type Logger, openLog } from '#setup/log.ts'
import { refuseSharedPorts } from '#setup/ports.ts'
import type { Config } from '#setup/settings.ts'
import { stopTimes } from '#setup/stop-times.ts'
import { checkDirectAddress } from './direct-address.ts'
import { findDatabase, prepareForRole } from './prepare.ts'
import { checkReadReplica, replicaOptions } from './read-replica.ts'
import { runService, type Service } from './run.ts'

type Role = {
  name: 'api' | 'worker'
  loadConfig: () => Config
  startedByNpm: boolean
  start: (config: Config, database: Database, log: Logger) => Promise<Service>
}

export const runRole = ({ name, loadConfig, start, ...options }: Role): Promise<void> =>
  runService(async () => {
    const config = loadConfig()
    refuseSharedPorts(name, config)
    const log = openLog(config.logLevel)
    const url = config.databaseUrl
    if (!url) throw fatal(`DATABASE_URL must be set for \`npm run ${name}\`. \`npm start\` brings its own database.`)
    await using opened = new AsyncDisposableStack()
    const address = await findDatabase(config, url)
    const database = opened.use(
      openDatabase({
        ...databaseOptions(name, config.databaseConnections),
        ...address,
        ...(name === 'api' && replicaOptions(config, log)),
        onError: err => log.warn({ err }, 'database connection lost'),
      }),
    )
    await prepareForRole(config, database)
    // Only workers listen.
    if (name === 'worker') await checkDirectAddress(config, database)
    await checkReadReplica(config, database, log)
    const { failed } = opened.use(await start(config, database, log))
    const kept = opened.move()
    return {
      ...(failed && { failed }),
      stopWithinMs: stopTimes(name, config).allMs,
      [Symbol.asyncDispose]: () => kept.disposeAsync(),
    }
  }, options)
