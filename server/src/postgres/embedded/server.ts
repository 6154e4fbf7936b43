/** Runs the embedded PostgreSQL: starts it, restarts it when it dies, and stops it cleanly. */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { fatal } from '#core/fatal.ts'
import { isOutage, isRefusedLogin } from '../outages/outage.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { cannotLogIn, freePort, isPrepared, launch, prepareCluster, urlFor } from './cluster.ts'
import { keepRunning } from './keep-running.ts'
import { hasEnded, stop, stopOrphan } from './stop.ts'

export type EmbeddedPostgres = AsyncDisposable & { readonly url: string }

export type EmbeddedOptions = {
  dataDir: string
  /** By default those of the npm package for this platform. */
  binaries?: Binaries
  onPreparing?: () => void
  /** Called when a PostgreSQL process has started and will be busy for at least some tenths of a second. */
  onBegun?: () => void
  /** Called when it ended by itself, with the exit code or signal, or could not be started. It is then restarted. */
  onLost?: (exit: string) => void
}

export async function startEmbeddedPostgres({
  dataDir,
  onPreparing,
  onBegun,
  onLost,
  ...options
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const binaries = options.binaries ?? (await findBinaries())
  if (!isPrepared(dataDir)) {
    onPreparing?.()
    const prepared = prepareCluster(dataDir, binaries)
    onBegun?.()
    await prepared
  }
  await stopOrphan(dataDir)
  const { port, url, child } = await launchOnFreePort(dataDir, binaries, onBegun)
  const kept = keepRunning(child, { launch: () => launch(dataDir, port, binaries), onLost })
  return { url, [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose]() }
}

/** The first try may fail because the port was taken meanwhile, or because backends of a killed server still live. */
const tries = 3

async function launchOnFreePort(dataDir: string, binaries: Binaries, onBegun?: () => void) {
  for (let nth = 1; ; nth++) {
    const port = await freePort()
    const url = urlFor(dataDir, port)
    const child = await launch(dataDir, port, binaries)
    onBegun?.()
    try {
      await answers(url, child)
      return { port, url, child }
    } catch (cause) {
      // Also after the last try: no server may stay behind unwatched.
      const refusedUs = !hasEnded(child)
      await stop(child)
      if (nth >= tries) throw refusedUs ? cannotLogIn(dataDir, cause) : didNotStart(dataDir, cause)
      await pause(500)
    }
  }
}

const didNotStart = (dataDir: string, cause: unknown) =>
  fatal(`The embedded PostgreSQL did not start; ${dataDir}/postgres.log says why.`, cause)

/** Resolves when the server accepts connections. Rejects when its process has ended, or on an error that waiting will not fix. */
async function answers(url: string, child: ChildProcess): Promise<void> {
  // Recovery after a crash may take a while, and giving up would only restart it.
  while (!hasEnded(child)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (!isStarting(error)) throw error
      await pause(20)
    }
  }
  throw new Error(`postgres ended with ${child.exitCode ?? child.signalCode}`)
}

/** Class 58 (files missing or unreadable) may be temporary in a running server. In one that is starting, waiting does not help. */
const isStarting = (error: unknown): boolean =>
  isOutage(error) &&
  !isRefusedLogin(error) &&
  !(error instanceof Error && 'code' in error && String(error.code).startsWith('58'))
