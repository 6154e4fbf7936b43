import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Includes the folders of servers, which are not on everybody's path. */
const folders = ['/usr/sbin', '/usr/local/sbin', ...(process.env.PATH ?? '').split(delimiter)]

/** The path of the program; undefined when it is not installed. */
export function findProgram(name: string): string | undefined {
  return folders.map(folder => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
