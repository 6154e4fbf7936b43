import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The words that are in any file of a folder: rows, indexes and logs of a stopped database. */
export function wordsInFiles(folder: string, words: readonly (string | Buffer)[]): (string | Buffer)[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const found = new Set<string | Buffer>()
  for (const { parentPath, name } of files) {
    const content = readFileSync(join(parentPath, name))
    for (const word of words) if (content.includes(word)) found.add(word)
  }
  return [...found]
}
