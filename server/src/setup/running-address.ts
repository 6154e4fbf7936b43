/** Where the service of a data folder listens: a command in another shell may not have its PORT. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './settings.ts'

type Address = Pick<Config, 'host' | 'port' | 'publicUrl'>

const addressFile = (dataDir: string): string => join(dataDir, 'address.json')

/** Until it is disposed of. A killed service leaves the file, and its next start writes it anew. */
export function keepRunningAddress(dataDir: string, { host, port, publicUrl }: Address): Disposable {
  const file = addressFile(dataDir)
  writeFileSync(file, `${JSON.stringify({ host, port, public_url: publicUrl })}\n`, { mode: 0o600 })
  return { [Symbol.dispose]: () => rmSync(file, { force: true }) }
}

/** The settings, with the address of the service that runs on the embedded database. With DATABASE_URL it may be another one. */
export function withRunningAddress(config: Config): Config {
  const running = config.databaseUrl ? undefined : readAddress(config.dataDir)
  return running ? { ...config, ...running, publicUrl: config.publicUrl ?? running.publicUrl } : config
}

function readAddress(dataDir: string): Address | undefined {
  try {
    const { host, port, public_url: url } = JSON.parse(readFileSync(addressFile(dataDir), 'utf8'))
    if (typeof host !== 'string' || typeof port !== 'number') return undefined
    return { host, port, publicUrl: typeof url === 'string' ? url : null }
  } catch {
    return undefined
  }
}
