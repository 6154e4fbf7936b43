/** Starts Posthorn as users do, and knows it only from outside: its output, its port, its folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../..', import.meta.url))
/** The pinned Node, without npm and a shell around it: a signal to this process reaches the service itself. */
export const node = join(repository, 'node_modules/node/bin/node')

export type Command = readonly [file: string, ...args: string[]]
export const npmStart: Command = ['npm', 'start']
/** For services that are started by the dozen; a new user's start has no such cache. */
export const compileCache = { NODE_COMPILE_CACHE: join(repository, 'node_modules/.cache/posthorn-acceptance') }
/** One of our commands, with the flags of `npm start`. `release`: the folder of another version of the code. */
export const program = (name: string, release = repository): Command => [
  node,
  ...['--max-semi-space-size=16', '--import', join(release, 'server/runtime.js')],
  join(release, `server/src/commands/${name}.ts`),
]
const start = program('start')
/** For the many services of single tests: half of a start. The shared one, and those of `npm start`, run as a user's. */
const inOneProcess = { POSTHORN_WORKERS: '0' }

export type Exit = { code: number | null; signal: NodeJS.Signals | null }

export type ServiceOptions = {
  dataDir: string
  env?: Record<string, string>
  command?: Command
  /** The folder in which it is started, and where its .env is read from. */
  cwd?: string
  account?: { uid: number; gid: number }
}

export type Service = AsyncDisposable & {
  url: string
  liveKey: string
  testKey: string
  dataDir: string
  pid: number
  output(): string
  exited: Promise<Exit>
  signal(name: NodeJS.Signals): void
  /** SIGTERM, and how it ended. */
  stop(): Promise<Exit>
}

/** A process with its output so far. Of our own environment it gets only what it needs to be found. */
export function run(command: Command, { env = {}, cwd = repository, account }: Omit<ServiceOptions, 'dataDir'>) {
  const [file, ...args] = command
  const { PATH = '', HOME = '' } = process.env
  // In its own process group, so that a test can do what Ctrl-C in a terminal does: signal the whole group.
  const child = spawn(file, args, {
    cwd,
    env: { PATH, HOME, ...env },
    ...account,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', chunk => (printed.stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', chunk => (printed.stderr += chunk))
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  return { child, printed, exited }
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const { dataDir, command = start, cwd = dataDir } = options
  const env = {
    ...noSettings,
    ...(command === start && { ...compileCache, ...inOneProcess }),
    PORT: '0',
    POSTHORN_DATA_DIR: dataDir,
    ...options.env,
  }
  const { child, printed, exited } = run(command, { ...options, cwd, env })
  const output = () => printed.stdout + printed.stderr
  const url = await untilBanner(printed, exited).catch(error => {
    child.kill('SIGKILL')
    throw new Error(`${error.message}\n${output()}\n${postgresLog(dataDir)}`)
  })
  const stop = () => {
    if (!hasEnded(child)) child.kill('SIGTERM')
    return exited
  }
  return {
    url,
    ...keysOf(dataDir, options.env),
    dataDir,
    pid: child.pid ?? 0,
    output,
    exited,
    signal: name => void child.kill(name),
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}

/** An empty setting counts as not set, and hides one in a developer's own .env. */
const noSettings = {
  HOST: '',
  DATABASE_URL: '',
  DATABASE_URL_FILE: '',
  DATABASE_DIRECT_URL: '',
  DATABASE_DIRECT_URL_FILE: '',
  DATABASE_READ_URL: '',
  DATABASE_READ_URL_FILE: '',
  POSTHORN_LIVE_KEY: '',
  POSTHORN_LIVE_KEY_FILE: '',
  POSTHORN_TEST_KEY: '',
  POSTHORN_TEST_KEY_FILE: '',
  POSTHORN_PUBLIC_URL: '',
  LOG_LEVEL: '',
  POSTHORN_SMTP_URL: '',
  POSTHORN_SMTP_URL_FILE: '',
  POSTHORN_EMAIL_TRANSPORTS: '',
  POSTHORN_EMAIL_TRANSPORTS_FILE: '',
  POSTHORN_RELAY_IS_FINAL: '',
  POSTHORN_SES_URL: '',
  POSTHORN_SES_SECRET_KEY: '',
  POSTHORN_SES_SECRET_KEY_FILE: '',
  POSTHORN_MAILGUN_SIGNING_KEY: '',
  POSTHORN_MAILGUN_SIGNING_KEY_FILE: '',
  POSTHORN_POSTMARK_PASSWORD: '',
  POSTHORN_POSTMARK_PASSWORD_FILE: '',
  POSTHORN_SENDGRID_PUBLIC_KEY: '',
  POSTHORN_RESEND_SIGNING_SECRET: '',
  POSTHORN_RESEND_SIGNING_SECRET_FILE: '',
  // Tests share an instance, each with its own organization, and none of them has a verified domain.
  POSTHORN_SENDER_DOMAINS: 'any',
  POSTHORN_HOSTNAME: '',
  POSTHORN_MAIL_FROM: '',
  POSTHORN_DNS_SERVERS: '',
  POSTHORN_SPAMD: '',
  POSTHORN_DELIVERY_FILE: '',
  POSTHORN_SMPP_URL: '',
  POSTHORN_SMPP_URL_FILE: '',
  POSTHORN_CARRIERS_FILE: '',
  POSTHORN_RATE_CARD: '',
  POSTHORN_SUBMISSION_PORT: '',
  POSTHORN_SUBMISSION_TLS_PORT: '',
  POSTHORN_SUBMISSION_HOST: '',
  POSTHORN_SUBMISSION_CERTIFICATE_FILE: '',
  POSTHORN_SUBMISSION_KEY_FILE: '',
  POSTHORN_WORKERS: '',
  POSTHORN_WORKER_PORT: '',
  POSTHORN_DATABASE_CONNECTIONS: '',
  POSTHORN_MESSAGES_AT_ONCE: '',
  POSTHORN_AUDIT_LOG_DAYS: '',
  POSTHORN_REQUEST_LOG_DAYS: '',
  POSTHORN_DRAIN_SECONDS: '',
  POSTHORN_STOP_SECONDS: '',
  POSTHORN_ENCRYPTION_KEY: '',
  POSTHORN_ENCRYPTION_KEY_FILE: '',
  POSTHORN_DOORS: '',
  POSTHORN_WEBHOOK_ADDRESSES: '',
  POSTHORN_MX_ADDRESSES: '',
  POSTHORN_OIDC_ISSUER: '',
  POSTHORN_OIDC_CLIENT_ID: '',
  POSTHORN_OIDC_CLIENT_SECRET: '',
  POSTHORN_OIDC_CLIENT_SECRET_FILE: '',
  POSTHORN_OIDC_NAME: '',
  POSTHORN_OIDC_GROUPS_FILE: '',
  POSTHORN_OIDC_TRUSTED_DOMAINS: '',
  POSTHORN_PASSWORD_SIGN_IN: '',
  OTEL_EXPORTER_OTLP_ENDPOINT: '',
  OTEL_EXPORTER_OTLP_HEADERS: '',
  OTEL_EXPORTER_OTLP_HEADERS_FILE: '',
  OTEL_TRACES_SAMPLER_ARG: '',
  POSTHORN_BODIES: '',
  POSTHORN_BODIES_ACCESS_KEY: '',
  POSTHORN_BODIES_SECRET_KEY: '',
  POSTHORN_BODIES_SECRET_KEY_FILE: '',
}

async function untilBanner(printed: { stdout: string }, exited: Promise<Exit>) {
  const ended = exited.then(({ code, signal }) => {
    throw new Error(`Posthorn ended with ${code ?? signal} before it was running.`)
  })
  const shown = (async () => {
    for (;;) {
      const url = readBanner(printed.stdout)
      if (url) return url
      await pause(10)
    }
  })()
  const late = pause(50_000, undefined, { ref: false }).then(() => {
    throw new Error('Posthorn was not running after 50 s.')
  })
  return Promise.race([ended, shown, late])
}

function readBanner(text: string): string | undefined {
  if (!text.includes('Stop with Ctrl-C')) return undefined
  return /^ *API +(\S+)/m.exec(text)?.[1] ?? ''
}

/** Standard output is not a terminal here: the keys are in the place that the banner names. */
function keysOf(dataDir: string, { POSTHORN_LIVE_KEY, POSTHORN_TEST_KEY }: Record<string, string> = {}) {
  const file = join(dataDir, 'keys.json')
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return { liveKey: POSTHORN_LIVE_KEY || String(kept.live_key), testKey: POSTHORN_TEST_KEY || String(kept.test_key) }
}

/** The log of PostgreSQL, to find out why a service did not start. */
function postgresLog(dataDir: string): string {
  const file = join(dataDir, 'postgres.log')
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-2_000) : ''
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
