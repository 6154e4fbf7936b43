/** The embedded PostgreSQL as a running thing: started, watched, started again when it dies, stopped cleanly. */
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { fatal } from '../../fatal.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { freePort, isAlive, isPrepared, launch, prepareCluster, readPostmaster, urlFor } from './cluster.ts'

export type EmbeddedPostgres = AsyncDisposable & { readonly url: string }

export type EmbeddedOptions = {
  dataDir: string
  /** Those of this machine's npm package, unless told otherwise. */
  binaries?: Binaries
  onPreparing?: () => void
  /** It ended by itself, with this exit code or signal; it is being started again. */
  onLost?: (exit: string) => void
}

export async function startEmbeddedPostgres({
  dataDir,
  onPreparing,
  onLost,
  ...options
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const binaries = options.binaries ?? (await findBinaries())
  if (!isPrepared(dataDir)) {
    onPreparing?.()
    await prepareCluster(dataDir, binaries)
  }
  await stopOrphan(dataDir)
  const { port, url, child: first } = await launchOnFreePort(dataDir, binaries)
  let child = first
  let watching = true

  // While backends of a dead server live, a new one refuses to start: it is tried until it does.
  async function keepRunning(): Promise<void> {
    while (watching) {
      const exit = await ended(child)
      if (!watching) return
      onLost?.(exit)
      await pause(200)
      if (watching) child = await launch(dataDir, port, binaries)
    }
  }

  void keepRunning()
  return {
    url,
    async [Symbol.asyncDispose]() {
      watching = false
      await stop(child)
    },
  }
}

/** The port may be taken, and the last backends of a killed server may still live, at the moment of the first try. */
const tries = 3

async function launchOnFreePort(dataDir: string, binaries: Binaries) {
  for (let nth = 1; ; nth++) {
    const port = await freePort()
    const url = urlFor(dataDir, port)
    const child = await launch(dataDir, port, binaries)
    try {
      await answers(url, child)
      return { port, url, child }
    } catch (cause) {
      if (nth >= tries) throw fatal(`The embedded PostgreSQL did not start; ${dataDir}/postgres.log says why.`, cause)
      await pause(500)
    }
  }
}

function ended(child: ChildProcess): Promise<string> {
  const how = () => String(child.signalCode ?? child.exitCode)
  if (how() !== 'null') return Promise.resolve(how())
  return new Promise(resolve => child.once('exit', () => resolve(how())))
}

/** Resolves when the server takes connections; rejects when its process has ended. */
async function answers(url: string, child: ChildProcess): Promise<void> {
  // Recovery after a crash may take a while; giving up would only start it over.
  while (child.exitCode === null && child.signalCode === null) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await pause(20)
    }
  }
  throw new Error(`postgres ended with ${child.exitCode ?? child.signalCode}`)
}

/** SIGINT is PostgreSQL's fast shutdown: sessions are ended, a checkpoint is written. */
async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGINT')
  await ended(child)
}

/** A server that outlived a killed Posthorn is stopped: its data is safe, and ours must be the one that is watched. */
async function stopOrphan(dataDir: string): Promise<void> {
  const orphan = readPostmaster(dataDir)
  if (!orphan || !isAlive(orphan.pid) || !isPostgres(orphan.pid)) return
  process.kill(orphan.pid, 'SIGINT')
  for (let waited = 0; isAlive(orphan.pid) && readPostmaster(dataDir); waited += 20) {
    if (waited > 30_000)
      throw fatal(`An earlier PostgreSQL (process ${orphan.pid}) does not stop. End it, then start again.`)
    await pause(20)
  }
}

/** After a reboot the number in postmaster.pid may belong to somebody else's process. */
function isPostgres(pid: number): boolean {
  if (!existsSync('/proc/self')) return true
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return false
  }
}
