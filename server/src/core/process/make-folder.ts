import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Not `recursive`: where no folder can be created, as under /proc, Node would retry forever. */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return
  makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
