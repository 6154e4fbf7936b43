/** Tries to lock each given folder at the given time, keeps the lock, and prints the result. */
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
