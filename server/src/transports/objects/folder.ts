/**
 * Objects as files. A file gets its name only after its bytes are synced to disk, and its folder is synced before `put` returns, so
 * neither a crash nor a power failure leaves half a file.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ObjectStore, StoreFailed } from '../object-store.ts'

export function folderStore(folder: string): ObjectStore {
  const made = new Set<string>()

  /** Creates and syncs all parent folders of ours: a name is durable only once its folder is. */
  async function makeFolder(path: string): Promise<void> {
    if (made.has(path)) return
    if (path !== folder) await makeFolder(dirname(path))
    await makeMissing(path)
    if (path !== folder) await sync(dirname(path))
    if (made.size > maxMade) made.clear()
    made.add(path)
  }

  async function write(path: string, bytes: Buffer): Promise<void> {
    await makeFolder(dirname(path))
    const unfinished = `${path}.${randomUUID()}.unfinished`
    try {
      const file = await open(unfinished, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(unfinished, path)
    } catch (error) {
      made.delete(dirname(path))
      await rm(unfinished, { force: true }).catch(() => {})
      throw error
    }
    await sync(dirname(path))
  }

  return {
    name: `file:${folder}`,
    put: (key, bytes) => write(join(folder, key), bytes).catch(failed),
    async get(key) {
      return readFile(join(folder, key)).catch(error => (hasCode(error, 'ENOENT') ? undefined : failed(error)))
    },
    async remove(key) {
      await rm(join(folder, key), { force: true }).catch(failed)
    },
  }
}

/** Not `recursive`: where no folder can be created, as under /proc, Node would retry forever. */
async function makeMissing(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined)) return
  await makeMissing(dirname(path))
  await mkdir(path, { mode: 0o700 }).catch(error => {
    if (!hasCode(error, 'EEXIST')) throw error
  })
}

/** How many folders are remembered as created; there is one per day and environment. */
const maxMade = 10_000

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

function failed(cause: unknown): never {
  throw new StoreFailed(cause instanceof Error ? cause.message : String(cause), { cause })
}
