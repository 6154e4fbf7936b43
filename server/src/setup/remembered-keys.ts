/** The first organization's generated keys, in a file in the data folder. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type RememberedKeys = { live?: string; test?: string }

export const keysFile = (dataDir: string) => join(dataDir, 'keys.json')

export function readRememberedKeys(dataDir: string): RememberedKeys {
  try {
    const keys: unknown = JSON.parse(readFileSync(keysFile(dataDir), 'utf8'))
    const field = (name: string) => {
      const value = keys && typeof keys === 'object' ? (keys as Record<string, unknown>)[name] : undefined
      return typeof value === 'string' ? value : undefined
    }
    const [live, test] = [field('live_key'), field('test_key')]
    return { ...(live && { live }), ...(test && { test }) }
  } catch {
    return {}
  }
}

/** Readable by the owner only. */
export function rememberKeys(dataDir: string, { live, test }: RememberedKeys): void {
  writeFileSync(keysFile(dataDir), `${JSON.stringify({ live_key: live, test_key: test }, null, 2)}\n`, { mode: 0o600 })
}
