/** The embedded PostgreSQL as a running thing: started, watched, started again when it dies, stopped cleanly. */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { fatal } from '#core/fatal.ts'
import { isOutage } from '../outages/outage.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { freePort, isPrepared, launch, notLetIn, prepareCluster, urlFor } from './cluster.ts'
import { keepRunning } from './keep-running.ts'
import { hasEnded, stop, stopOrphan } from './stop.ts'

export type EmbeddedPostgres = AsyncDisposable & { readonly url: string }

export type EmbeddedOptions = {
  dataDir: string
  /** Those of this machine's npm package, unless told otherwise. */
  binaries?: Binaries
  onPreparing?: () => void
  /** A process of PostgreSQL is at work, for some tenths of a second at least. */
  onBegun?: () => void
  /** It ended by itself, with this exit code or signal, or could not be started; it is being started again. */
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

/** The port may be taken, and the last backends of a killed server may still live, at the moment of the first try. */
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
      // Before the next try, or for good: a server that nobody watches must not stay.
      const refusedUs = !hasEnded(child)
      await stop(child)
      if (nth >= tries) throw refusedUs ? notLetIn(dataDir, cause) : didNotStart(dataDir, cause)
      await pause(500)
    }
  }
}

const didNotStart = (dataDir: string, cause: unknown) =>
  fatal(`The embedded PostgreSQL did not start; ${dataDir}/postgres.log says why.`, cause)

/** Resolves when the server takes connections; rejects when its process has ended, or when it will never let us in. */
async function answers(url: string, child: ChildProcess): Promise<void> {
  // Recovery after a crash may take a while; giving up would only start it over.
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

/** Class 58 (files missing or unreadable) may pass in a server that has worked; in one that starts, waiting mends nothing. */
const isStarting = (error: unknown): boolean =>
  isOutage(error) && !(error instanceof Error && 'code' in error && String(error.code).startsWith('58'))
