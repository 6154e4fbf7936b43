/** A folder that can be read at a glance. One that outgrows this is grouped. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const maxEntries = 40
const root = new URL('../..', import.meta.url).pathname
const sources = [
  'contract/src',
  'server',
  'acceptance',
  'dashboard/src',
  'mcp/src',
  'cli/src',
  'sdk',
  'site/src',
  'bench',
  'sinks',
]

/** Lists that only grow: one entry for each step of the schema. */
const endless = ['server/src/postgres/migrations']

const outgrown = (folder: string): string[] => {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).filter(({ name }) => name !== 'node_modules')
  const below = entries.filter(entry => entry.isDirectory()).flatMap(({ name }) => outgrown(`${folder}/${name}`))
  return entries.length > maxEntries && !endless.includes(folder) ? [`${folder}: ${entries.length}`, ...below] : below
}

test('no folder has more entries than can be read at a glance', () => {
  expect(sources.flatMap(outgrown)).toEqual([])
})
