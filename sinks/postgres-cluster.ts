/**
 * Three PostgreSQL servers with synchronous replication, under Patroni with etcd, and HAProxy, which routes to the current
 * primary: on the loopback interface and in a temporary folder. Debian has packages of all of it: patroni, etcd-server, haproxy
 * and postgresql.
 */
import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from './find-program.ts'
import { freePort } from './free-port.ts'
import { removeFolder } from './remove-folder.ts'

/** A silent primary stays the primary for this long. */
const leaseSeconds = 20

export type PostgresCluster = AsyncDisposable & {
  /** Leads to the current primary. */
  url: string
  leaseSeconds: number
  /**
   * Ends the machine of the primary, as far as the others can tell: its PostgreSQL and its Patroni, at once. What it wrote in the
   * last half second has not reached them. Returns its name.
   */
  killPrimary(): Promise<string>
  /** Starts a machine again, which then follows the primary. */
  revive(name: string): Promise<void>
}

type Node = { name: string; folder: string; port: number; restPort: number; patroni: ChildProcess | undefined }

const programs = ['patroni', 'etcd', 'haproxy'] as const
const installed = '/usr/lib/postgresql'

/** Undefined where the cluster can run; otherwise the missing programs. */
export function lackingForCluster(): string | undefined {
  const lacking: string[] = programs.filter(name => !findProgram(name))
  if (!existsSync(installed)) lacking.push('postgresql')
  return lacking.length > 0 ? lacking.join(', ') : undefined
}

export async function startPostgresCluster(): Promise<PostgresCluster> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.adopt(mkdtempSync(join(tmpdir(), 'posthorn-cluster-')), removeFolder)
  const account = accountOf(folder)
  const start = (name: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    return spawn(findProgram(name) ?? name, args, {
      env: { PATH: process.env.PATH, HOME: folder, ...env },
      stdio: ['ignore', log, log],
      ...account,
    })
  }
  const startFor = (name: string, args: readonly string[], env?: Record<string, string>) =>
    opened.defer(endOf(start(name, args, env)))

  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()]
  const [etcd, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`]
  const urls = ['--listen-client-urls', etcd, '--advertise-client-urls', etcd, '--listen-peer-urls', peer]
  const cluster = ['--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`]
  // etcd runs on every processor, but demands this for those that its makers do not test.
  const unsupported = process.arch === 'arm64' ? { ETCD_UNSUPPORTED_ARCH: 'arm64' } : {}
  startFor('etcd', ['--data-dir', join(folder, 'etcd'), ...urls, ...cluster], unsupported)

  const nodes: Node[] = []
  for (const name of ['one', 'two', 'three']) {
    const own = join(folder, name)
    mkdirSync(own)
    if (account) chownSync(own, account.uid, account.gid)
    nodes.push({ name, folder: own, port: await freePort(), restPort: await freePort(), patroni: undefined })
  }
  const startNode = (node: Node) => {
    const file = join(node.folder, 'patroni.yml')
    // JSON is valid YAML.
    writeFileSync(file, JSON.stringify(patroniConfig(node, etcdPort)))
    node.patroni = start('patroni', [file])
  }
  for (const node of nodes) startNode(node)
  opened.defer(async () => void (await Promise.all(nodes.map(async ({ patroni }) => patroni && endOf(patroni)()))))
  writeFileSync(join(folder, 'haproxy.cfg'), haproxyConfig(nodes, port))
  startFor('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')])

  const findPrimary = () => untilFound('a primary', () => findAsync(nodes, node => answers(node, 'primary')))
  const primary = await findPrimary()
  for (const node of nodes) if (node !== primary) await untilFound(`the replica ${node.name}`, () => isReplica(node))
  await untilFound('a synchronous replica', () => findAsync(nodes, node => answers(node, 'synchronous')))
  await untilFound('a way to the primary', () => createDatabase(port))
  const kept = opened.move()
  return {
    url: `postgres://posthorn@127.0.0.1:${port}/posthorn`,
    leaseSeconds,
    async killPrimary() {
      const { name, folder: own, port, patroni } = await findPrimary()
      const postgres = Number(readFileSync(join(own, 'data/postmaster.pid'), 'utf8').split('\n')[0])
      const senders = ask(port, 'select pid from pg_stat_replication').split('\n').filter(Boolean).map(Number)
      for (const sender of senders) process.kill(sender, 'SIGSTOP')
      await pause(500)
      patroni?.kill('SIGKILL')
      for (const pid of [postgres, ...senders]) process.kill(pid, 'SIGKILL')
      return name
    },
    async revive(name) {
      const node = nodes.find(one => one.name === name)
      if (!node) throw new Error(`There is no ${name}.`)
      startNode(node)
      await untilFound(`the replica ${name}`, () => isReplica(node))
      await untilFound('a synchronous replica', () => findAsync(nodes, one => answers(one, 'synchronous')))
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** PostgreSQL does not run as root. */
function accountOf(folder: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  const account = { uid: idOf('-u'), gid: idOf('-g') }
  chownSync(folder, account.uid, account.gid)
  return account
}

const patroniConfig = ({ name, folder, port, restPort }: Node, etcdPort: number) => ({
  scope: 'posthorn',
  name,
  restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
  etcd3: { hosts: [`127.0.0.1:${etcdPort}`] },
  bootstrap: {
    dcs: {
      ttl: leaseSeconds,
      loop_wait: 5,
      retry_timeout: 5,
      // A commit that was answered is on two machines, and only a machine that has all commits becomes the primary.
      synchronous_mode: true,
      synchronous_mode_strict: true,
      postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_log_hints: 'on' } },
    },
    initdb: [{ encoding: 'UTF8' }, { 'auth-local': 'trust' }, 'data-checksums'],
    pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
  },
  postgresql: {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
    data_dir: join(folder, 'data'),
    bin_dir: binaries(),
    pgpass: join(folder, 'pgpass'),
    authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
    parameters: { unix_socket_directories: folder },
  },
})

/** The newest installed version. */
function binaries(): string {
  const [newest = ''] = readdirSync(installed).sort((a, b) => Number(b) - Number(a))
  return join(installed, newest, 'bin')
}

/** Patroni answers 200 to /primary for as long as it holds the lease. */
const haproxyConfig = (nodes: readonly Node[], port: number) => `
global
  maxconn 1000
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(one => `  server ${one.name} 127.0.0.1:${one.port} check port ${one.restPort}`).join('\n')}
`

/** The owner of its database, without further rights. */
async function createDatabase(port: number): Promise<boolean> {
  try {
    ask(port, 'create role posthorn login')
    ask(port, 'create database posthorn owner posthorn')
    return true
  } catch {
    return false
  }
}

/** Runs as a superuser. One row per line. */
function ask(port: number, statement: string): string {
  const options = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '--tuples-only', '--no-align']
  const stdio: StdioOptions = ['ignore', 'pipe', 'ignore']
  return execFileSync(join(binaries(), 'psql'), [...options, '-c', statement], { stdio, encoding: 'utf8' })
}

const isReplica = (node: Node) => answers(node, 'replica')

const answers = ({ restPort }: Node, what: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${restPort}/${what}`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status === 200,
    () => false,
  )

async function findAsync<T>(all: readonly T[], is: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of all) if (await is(one)) return one
  return undefined
}

async function untilFound<T>(what: string, find: () => Promise<T | undefined | false>): Promise<T> {
  for (const until = Date.now() + 120_000; Date.now() < until; await pause(100)) {
    const found = await find()
    if (found) return found
  }
  throw new Error(`There is not ${what} after two minutes.`)
}

const endOf = (child: ChildProcess) => async () => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(resolve => child.once('close', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await gone
  clearTimeout(late)
}
