/** The two sides of the HTTP comparisons and the load generator, each a separate process, and the keys for our API. */
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { createOrganization } from '../server/src/resources/account/organizations/create.ts'
import { freePort } from '../sinks/free-port.ts'
import type { BenchDatabase } from './bench-database.ts'
import { type Server, startProcess, startServer } from './child-process.ts'
import { type LoadGenerator, startLoadGenerator } from './load.ts'
import { flagsOf } from './npm-flags.ts'

type Keys = { live: string; test: string }
export type Services = AsyncDisposable & {
  api: Server
  bare: Server
  /** The port on which the API accepts messages by SMTP. */
  smtpPort: number
  generator: LoadGenerator
  /**
   * `limited`: each request is counted exactly before its answer. `unlimited`: the first organization. `alone`: the
   * organization of the bare server.
   */
  keys: { limited: Keys; unlimited: Keys; lists: Keys; alone: Keys }
}

export async function openServices(postgres: BenchDatabase, signal: AbortSignal): Promise<Services> {
  await using opened = new AsyncDisposableStack()
  const keys = await createKeys(postgres)
  const smtpPort = await freePort()
  const surroundings = surroundingsOf(postgres, signal)
  const forBare = { ...surroundings, env: { ...surroundings.env, BENCH_KEY: keys.alone.live } }
  const api = opened.use(await startApi(postgres, signal, { POSTHORN_SUBMISSION_PORT: String(smtpPort) }))
  const bare = opened.use(await startServer(new URL('./peers/bare-server.ts', import.meta.url), forBare))
  const generator = opened.use(startLoadGenerator(surroundings))
  const kept = opened.move()
  return { api, bare, smtpPort, generator, keys, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** Starts an API process on a database. It prints its public address, so its port is chosen here. */
export async function startApi(
  postgres: BenchDatabase,
  signal: AbortSignal,
  settings: Record<string, string> = {},
): Promise<Server> {
  const surroundings = surroundingsOf(postgres, signal)
  const port = await freePort()
  // Captured mail is not charged, so the API gets a relay, to which only workers connect. Broadcasts need a public
  // address for their links.
  const leaving = { POSTHORN_SMTP_URL: 'smtp://127.0.0.1:9?tls=off', POSTHORN_PUBLIC_URL: 'https://posthorn.test' }
  const env = { ...surroundings.env, ...leaving, PORT: String(port), ...settings }
  const { output, ...api } = await startProcess(
    apiFile,
    { ...surroundings, env },
    { flags: flagsOf('api'), until: /^\{.*"url":/ },
  )
  return { ...api, url: `http://127.0.0.1:${port}` }
}

/** Starts everything as `npm start` does, on a database. */
export async function startAll(
  postgres: BenchDatabase,
  signal: AbortSignal,
  settings: Record<string, string>,
): Promise<Server> {
  const { env, ...surroundings } = surroundingsOf(postgres, signal)
  const port = await freePort()
  const dataDir = mkdtempSync(join(postgres.folder, 'start-'))
  const own = { PORT: String(port), POSTHORN_DATA_DIR: dataDir, POSTHORN_PUBLIC_URL: 'https://posthorn.test' }
  const { output, ...service } = await startProcess(
    startFile,
    { ...surroundings, env: { ...env, ...own, ...settings } },
    { flags: flagsOf('start'), until: /Posthorn is running/ },
  )
  return { ...service, url: `http://127.0.0.1:${port}` }
}

function surroundingsOf({ url, folder }: BenchDatabase, signal: AbortSignal) {
  const policy = { POSTHORN_WEBHOOK_ADDRESSES: 'loopback', POSTHORN_SENDER_DOMAINS: 'any' }
  return { cwd: folder, env: { DATABASE_URL: url, HOST: '127.0.0.1', PORT: '0', ...policy }, signal }
}

const apiFile = new URL('../server/src/commands/api.ts', import.meta.url)
const startFile = new URL('../server/src/commands/start.ts', import.meta.url)

const createKeys = ({ database }: BenchDatabase): Promise<Services['keys']> =>
  database.transaction(async tx => {
    const now = new Date()
    const create = async (name: string, limit: { requestsPerHour?: number }): Promise<Keys> => {
      const { liveKey, testKey } = await createOrganization(tx, now, { name, plan: 'enterprise', ...limit })
      return { live: liveKey, test: testKey }
    }
    return {
      unlimited: await create('Unlimited', {}),
      limited: await create('Limited', { requestsPerHour: 100_000_000 }),
      lists: await create('Lists', {}),
      alone: await create('Alone', {}),
    }
  })
