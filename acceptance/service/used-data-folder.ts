import { execFileSync } from 'node:child_process'
import { inject } from 'vitest'
import { type DataFolder, newDataFolder } from './data-folder.ts'

/** The folder of a stopped service: a first start takes half as long again, and few tests are about it. */
export function usedDataFolder(): DataFolder {
  const folder = newDataFolder()
  execFileSync('cp', ['-a', `${inject('usedFolder')}/.`, folder.path])
  return folder
}
