import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describeBytes } from '#core/bytes.ts'
import { shortPath } from '#core/process/data-folder.ts'
import { type Check, error, ok, warning } from './check.ts'

const gibibyte = 2 ** 30
/** PostgreSQL needs several files of 16 MiB for its log, and stops without one. */
const leastBytes = 100 * 2 ** 20

export async function checkDisk(dataDir: string): Promise<Check[]> {
  const { bavail, blocks, bsize } = await statfs(nearestFolder(dataDir))
  return [judgeSpace(dataDir, { free: bavail * bsize, total: blocks * bsize })]
}

export function judgeSpace(dataDir: string, { free, total }: { free: number; total: number }): Check {
  const share = Math.floor((free / total) * 100)
  const message = `${describeBytes(free)} (${share} %) free for ${shortPath(dataDir)}.`
  if (free >= gibibyte && free >= total / 10) return ok('disk', message)
  if (free < leastBytes) return error('disk', message, 'Free some space now: messages cannot be accepted without it.')
  return warning('disk', message, 'Free some space: when the disk is full, no messages can be accepted.')
}

/** Before the first start there is no data folder yet, so its parent's disk is checked. */
const nearestFolder = (path: string): string => (existsSync(path) ? path : nearestFolder(dirname(path)))
