/** The API and workers as separate processes, on a PostgreSQL that nothing else uses: each can be killed by itself. */
import { inject, vi } from 'vitest'
import { freePort } from '../../sinks/free-port.ts'
import { ask } from '../http-client/client.ts'
import { newDataFolder, postgresUrl } from '../service/data-folder.ts'
import { compileCache, type Exit, program, repository, run, startService } from '../service/service.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'
import { carrierSettings } from '../sms/carriers-file.ts'

export const keys = {
  POSTHORN_LIVE_KEY: 'tx_live_of_a_service_with_faults',
  POSTHORN_TEST_KEY: 'tx_test_of_a_service_with_faults',
}

/** By default, roles that run apart reach only public addresses, and several organizations send from verified domains. */
const settings = {
  POSTHORN_SENDER_DOMAINS: 'any',
  POSTHORN_WEBHOOK_ADDRESSES: 'loopback',
  // Real mail needs links that readers can reach.
  POSTHORN_PUBLIC_URL: 'https://posthorn.test',
}

export type Bench = Disposable & { databaseUrl: string; folder: string; liveKey: string }

/**
 * A service prepares the database, is killed, and leaves its PostgreSQL behind. `release`: the folder of another version of the
 * code.
 */
export async function startBench(release?: string): Promise<Bench> {
  const folder = release ? newDataFolder() : usedDataFolder()
  const command = release && program('start', release)
  const service = await startService({
    dataDir: folder.path,
    env: { ...keys, LOG_LEVEL: 'fatal' },
    ...(command && { command }),
  })
  service.signal('SIGKILL')
  await service.exited
  return {
    databaseUrl: postgresUrl(folder.path),
    folder: folder.path,
    liveKey: service.liveKey,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

/** Where a role runs. */
type Place = Pick<Bench, 'databaseUrl' | 'folder'>

/** The database of the service that all tests share: an API beside it may be killed; a worker would take the work of other tests. */
export function onSharedDatabase(): Place {
  const { dataDir } = inject('service')
  return { databaseUrl: postgresUrl(dataDir), folder: dataDir }
}

export type Role = AsyncDisposable & {
  url: string
  exited: Promise<Exit>
  output(): string
  signal(name: NodeJS.Signals): void
  /** kill -9, until it has ended. */
  kill(): Promise<void>
}

/** `release`: the folder of another version of the code. */
type RoleOptions = { databaseUrl?: string; env?: Record<string, string>; release?: string }

function startRole(role: 'api' | 'worker', bench: Place, options: RoleOptions, port = 0): Role {
  const { databaseUrl = bench.databaseUrl, env = {}, release = repository } = options
  const { child, printed, exited } = run(program(role, release), {
    env: { ...compileCache, ...settings, PORT: String(port), DATABASE_URL: databaseUrl, ...env },
    cwd: bench.folder,
  })
  const end = async (name: NodeJS.Signals) => {
    child.kill(name)
    await exited
  }
  return {
    url: `http://127.0.0.1:${port}`,
    exited,
    output: () => printed.stdout + printed.stderr,
    signal: name => void child.kill(name),
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  }
}

/** `port`: that of its predecessor, so that clients find it again. */
export async function startApi(
  bench: Place,
  { port, ...options }: RoleOptions & { port?: number } = {},
): Promise<Role> {
  // It does not connect there: the setting makes email leave, and cost credits.
  const env = { POSTHORN_SMTP_URL: 'smtp://127.0.0.1:9?tls=off', ...options.env }
  const api = startRole('api', bench, { ...options, env }, port ?? (await freePort()))
  const isThere = vi.waitFor(() => ask(api.url, { path: '/readyz' }), { timeout: 20_000, interval: 20 })
  await isThere.catch(async error => {
    await api.kill()
    throw error
  })
  return api
}

/** kill -9 while clients wait for answers: it is halted until all of them do, so that requests are certainly cut off. */
export async function killDuringRequests(
  api: Role,
  { waiting, clients }: { waiting(): number; clients: number },
): Promise<void> {
  api.signal('SIGSTOP')
  await vi.waitFor(
    () => {
      if (waiting() < clients) throw new Error(`${waiting()} of ${clients} clients wait for an answer`)
    },
    { timeout: 20_000, interval: 5 },
  )
  await api.kill()
}

/** Delivers live email to the sink. */
export const startWorker = (bench: Place, sink: { port: number }, options: RoleOptions = {}): Promise<Role> =>
  startHandingOver(bench, { ...options, env: { POSTHORN_SMTP_URL: smtpUrl(sink), ...options.env } })

/** Delivers live text messages to the SMSC, which has its own name: another one may number its messages alike. */
export function startSmsWorker(bench: Place, smsc: { url: string; port: number }, options: RoleOptions = {}) {
  const name = `smsc-${smsc.port}`
  const env = carrierSettings(bench.folder, { [name]: { type: 'smpp', url: smsc.url } }, { '+': [name] })
  return startHandingOver(bench, { ...options, env: { ...env, ...options.env } })
}

async function startHandingOver(bench: Place, options: RoleOptions): Promise<Role> {
  const worker = startRole('worker', bench, options)
  const isRunning = () => {
    if (!worker.output().includes('worker is running')) throw new Error(`no worker yet: ${worker.output()}`)
  }
  await vi.waitFor(isRunning, { timeout: 20_000, interval: 10 })
  return worker
}

/** Like an operator before the first process of a release starts. */
export async function migrate({ databaseUrl, folder }: Place, release = repository): Promise<void> {
  const command = program('migrate', release)
  const { exited, printed } = run(command, {
    env: { ...compileCache, ...keys, DATABASE_URL: databaseUrl },
    cwd: folder,
  })
  const { code } = await exited
  if (code !== 0) throw new Error(`migrate ended with ${code}: ${printed.stderr}`)
}

export const smtpUrl = ({ port }: { port: number }): string => `smtp://127.0.0.1:${port}?tls=off`

export const portOf = ({ url }: Role): number => Number(new URL(url).port)
