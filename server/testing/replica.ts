/** Two embedded PostgreSQL servers: a primary with our tables, and a streaming replica of it. */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#postgres/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#postgres/embedded/server.ts'
import { migrate } from '#postgres/migrate.ts'
import { fastBinaries } from './postgres.ts'

export type ReplicatedPostgres = AsyncDisposable & { primary: EmbeddedPostgres; replica: EmbeddedPostgres }

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-replica-'))
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const [first, second] = ['primary', 'replica'].map(name => join(folder, name)) as [string, string]
  for (const each of [first, second]) mkdirSync(each)
  const binaries = await fastBinaries(folder)
  const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, binaries })
  await migrateIn(await start(first))
  // A copy of a stopped server becomes a replica once it is told which primary to follow.
  execFileSync('cp', ['-a', `${first}/.`, second])
  const primary = opened.use(await start(first))
  follow(join(second, 'postgres'), new URL(primary.url))
  const replica = opened.use(await start(second))
  const kept = opened.move()
  return { primary, replica, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

async function migrateIn(postgres: EmbeddedPostgres): Promise<void> {
  await using _ = postgres
  await using database = openDatabase({ url: postgres.url })
  await migrate(database)
}

function follow(folder: string, { hostname, port, username, password }: URL): void {
  const peer = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`
  const { uid, gid } = statSync(folder)
  for (const [name, content] of Object.entries({
    'postgresql.auto.conf': `primary_conninfo = '${peer}'\n`,
    'standby.signal': '',
  })) {
    writeFileSync(join(folder, name), content)
    // The server does not run as root.
    chownSync(join(folder, name), uid, gid)
  }
}
