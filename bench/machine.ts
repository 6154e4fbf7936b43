/** The machine that the figures were measured on. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { BenchDatabase } from './bench-database.ts'

export type Machine = {
  date: string
  cores: number
  processor: string
  memoryGiB: number
  node: string
  postgres: string
  /** Sequential synced writes of 8 KiB to the disk of the temporary folder. */
  syncedWritesPerSecond: number
  /** RSA-2048 signatures per core. DKIM needs one per message. */
  signaturesPerSecond: number
}

export async function describeMachine({ database, folder }: BenchDatabase): Promise<Machine> {
  const { rows } = await database.pool.query("select current_setting('server_version') as version")
  return {
    date: new Date().toISOString(),
    // The cores that this process can use, which `taskset` limits.
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    postgres: rows[0].version,
    syncedWritesPerSecond: Math.round(measureSyncedWrites(join(folder, 'synced-writes'))),
    signaturesPerSecond: Math.round(measureSignatures()),
  }
}

function measureSyncedWrites(path: string): number {
  const page = Buffer.alloc(8192, 1)
  const file = openSync(path, 'w')
  const times = 200
  const start = performance.now()
  for (let time = 0; time < times; time++) {
    writeSync(file, page, 0, page.length, 0)
    fdatasyncSync(file)
  }
  const seconds = (performance.now() - start) / 1000
  closeSync(file)
  return times / seconds
}

function measureSignatures(): number {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const data = Buffer.alloc(1_000, 1)
  // The first signature prepares the key.
  sign('sha256', data, privateKey)
  const times = 100
  const start = performance.now()
  for (let time = 0; time < times; time++) sign('sha256', data, privateKey)
  return times / ((performance.now() - start) / 1_000)
}

export function formatMachine(machine: Machine): string {
  const { date, cores, processor, memoryGiB, node, postgres, syncedWritesPerSecond, signaturesPerSecond } = machine
  const lines = [
    `${date} · ${cores} cores (${processor}) · ${memoryGiB} GiB`,
    `Node ${node} · PostgreSQL ${postgres} · ${syncedWritesPerSecond.toLocaleString('en')} synced writes/s · ${signaturesPerSecond.toLocaleString('en')} RSA signatures/s and core`,
  ]
  if (cores !== 2) lines.push('The targets are for 2 cores: `taskset -c 0,1 npm run bench` uses two of these.')
  return lines.join('\n')
}
