/** Debian's PgBouncer in front of a test database. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '../../sinks/free-port.ts'

const binary = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(path => existsSync(path))

export const canRunPgBouncer = binary !== undefined

export type PgBouncer = AsyncDisposable & { url: string }
export type PoolMode = 'session' | 'transaction' | 'statement'

/** `more`: further lines of its configuration; the one in docs/operating.md needs none. */
export async function startPgBouncer(databaseUrl: string, mode: PoolMode, more = ''): Promise<PgBouncer> {
  const database = new URL(databaseUrl)
  const name = database.pathname.slice(1)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-pgbouncer-'))
  const users = join(folder, 'userlist.txt')
  const configuration = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${decodeURIComponent(database.username)}" "${decodeURIComponent(database.password)}"\n`)
  writeFileSync(
    configuration,
    `[databases]
${name} = host=${database.hostname} port=${database.port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 60 : 20}
max_client_conn = 500
${more}
`,
  )
  // PgBouncer started by root changes its user before it reads them.
  chmodSync(folder, 0o755)
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(binary ?? '', ['-q', ...account, configuration], { stdio: ['ignore', 'ignore', 'pipe'] })
  const said: Buffer[] = []
  child.stderr.on('data', chunk => said.push(chunk))
  await vi
    .waitFor(() => tryConnect(port), { timeout: 10_000, interval: 20 })
    .catch(cause => {
      child.kill()
      throw new Error(`PgBouncer does not listen: ${Buffer.concat(said)}`, { cause })
    })
  const behind = new URL(databaseUrl)
  behind.hostname = '127.0.0.1'
  behind.port = String(port)
  return {
    url: behind.href,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function tryConnect(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
}
