/** The peak memory of the API under the load of the other comparisons. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { platform } from 'node:os'
import type { Row } from '../row.ts'
import type { Services } from '../services.ts'

export function compareMemory({ api, bare }: Services): Row {
  return {
    name: 'memory',
    unit: 'MB',
    ours: { label: 'API, peak RSS', figures: [residentMegabytes(api.pid)] },
    other: { label: 'bare server', figures: [residentMegabytes(bare.pid)] },
    target: { oursBelow: 250 },
  }
}

/** The peak on Linux; the current RSS elsewhere. */
export function residentMegabytes(pid: number): number {
  const kibibytes =
    platform() === 'linux'
      ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  return (Number(kibibytes) * 1024) / 1e6
}
