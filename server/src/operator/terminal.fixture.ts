import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll } from 'vitest'
import { systemClock } from '#core/clock.ts'
import type { Config } from '#setup/settings.ts'
import { operate } from './operate.ts'

export const operatorOf = (config: Config) => ({
  loadConfig: () => config,
  clock: systemClock,
  output: () => new PassThrough().resume(),
  untilInterrupted: () => new AbortController().signal,
})

/** What the operator sees after typing a command. Operator mistakes are thrown as Fatal. */
export async function type(config: Config, ...words: string[]): Promise<{ exitCode: number; out: string }> {
  const written: string[] = []
  const exitCode = await operate(words, { ...operatorOf(config), write: text => void written.push(text) })
  return { exitCode, out: written.join('') }
}

/** The one JSON document that a command prints. */
export async function typeJson(config: Config, ...words: string[]) {
  const { out } = await type(config, ...words, '--json')
  return JSON.parse(out)
}

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Removed after the tests of the file. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-operator-'))
  folders.push(folder)
  return folder
}
