/** `npm start`: API, worker, and an embedded database unless DATABASE_URL names one. */
import { availableParallelism } from 'node:os'
import { lockDataFolder } from '#core/process/data-folder.ts'
import { choosePort } from '#http/serve.ts'
import { startEmbeddedPostgres } from '#postgres/embedded/server.ts'
import { loadConfig, startedByNpm } from '#setup/config.ts'
import { type Logger, openLog } from '#setup/log.ts'
import { refuseSharedPorts } from '#setup/ports.ts'
import type { Config } from '#setup/settings.ts'
import { runService } from './run.ts'
import { workerCount } from './worker-process/count.ts'
import { startWorkerProcesses, type WorkerProcesses } from './worker-process/start.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Loads most of our modules, which takes a second. */
const loadRoles = () => import('./both-roles.ts')

/** The modules are loaded while PostgreSQL starts. */
async function startOwnPostgres(config: Config, log: Logger, opened: AsyncDisposableStack): Promise<string> {
  const begun = Promise.withResolvers<void>()
  const started = startEmbeddedPostgres({
    dataDir: config.dataDir,
    onPreparing: () => say('First start: preparing the database …'),
    onBegun: begun.resolve,
    onLost: exit => log.error({ exit }, 'the embedded PostgreSQL stopped and is being restarted'),
  }).then(postgres => opened.use(postgres))
  await Promise.race([begun.promise, started])
  const [{ url }] = await Promise.all([started, loadRoles()])
  return url
}

function startProcesses(config: Config, log: Logger): WorkerProcesses | undefined {
  const count = workerCount(config, availableParallelism())
  return count === 0 ? undefined : startWorkerProcesses(count, log)
}

await runService(
  async () => {
    const config = loadConfig()
    refuseSharedPorts('start', config)
    const log = openLog(config.logLevel)
    await using opened = new AsyncDisposableStack()
    opened.use(lockDataFolder(config.dataDir))
    await choosePort(config)

    // Started first, so that their modules are loaded while PostgreSQL starts.
    const processes = startProcesses(config, log)
    if (processes) opened.use(processes)
    const url = config.databaseUrl ?? (await startOwnPostgres(config, log, opened))
    const { startBoth } = await loadRoles()
    const { banner, ...service } = await startBoth(config, url, log, opened, processes)
    say(banner)
    const kept = opened.move()
    return { ...service, [Symbol.asyncDispose]: () => kept.disposeAsync() }
  },
  { startedByNpm: startedByNpm() },
)
