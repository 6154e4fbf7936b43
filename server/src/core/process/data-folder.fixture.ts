/** Tries to take each folder it is told of, at the moment it is told of, keeps what it gets, and says how it went. */
import { createInterface } from 'node:readline'
import { lockDataFolder } from './data-folder.ts'

for await (const line of createInterface(process.stdin)) {
  const { dataDir, at } = JSON.parse(line) as { dataDir: string; at: number }
  while (Date.now() < at);
  process.stdout.write(`${attempt(dataDir)}\n`)
}

function attempt(dataDir: string): string {
  try {
    lockDataFolder(dataDir)
    return 'taken'
  } catch (error) {
    return String(error)
  }
}
