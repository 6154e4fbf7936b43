/** A table is written by the stores of one room. Whoever else writes it is named here, and why. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('../src/', import.meta.url).pathname

/** By the folder that writes. The engine writes the tables of all channels by their names, and retention deletes from what grows. */
const guests: Record<string, readonly string[]> = {
  // One statement records what happened and whom it concerns: it is the most frequent of all.
  events: ['webhook_deliveries', 'workflow_runs', 'workflow_wakes', 'contact_events'],
  // Opens and clicks are counted where the email's status stands.
  'resources/messages/engagement': ['email_progress'],
  // Settings of an environment, by those who heed them: its quiet hours, and the clock of a test environment.
  'resources/messages/quiet-hours': ['environments'],
  'resources/automation/test-clock': ['environments'],
  // Their order is repaired after a crash, and old ones end.
  'resources/automation/event-log': ['events'],
  // A restored copy notes up to where the cursors of the old place go on.
  postgres: ['event_marks'],
}

const tables = [...readFileSync(`${source}postgres/schema.sql`, 'utf8').matchAll(/^create table (\w+)/gm)].map(
  ([, name]) => name ?? '',
)

const files = globSync('**/*.ts', { cwd: source })
  .filter(path => !/\.(test|fixture)\.ts$|schema\.generated/.test(path))
  .map(path => ({ path, text: readFileSync(source + path, 'utf8') }))

function writersOf(table: string): string[] {
  const writes = new RegExp(
    `\\b(insert into|update|delete from)\\s+${table}\\b|(insertInto|updateTable|deleteFrom)\\('${table}'`,
  )
  return files.filter(({ text }) => writes.test(text)).map(({ path }) => path)
}

const folderOf = (path: string): string => /^(resources\/[^/]+\/[^/]+|[^/]+)/.exec(path)?.[0] ?? path

test.each(tables)('%s', table => {
  const owners = writersOf(table).filter(path => !guests[folderOf(path)]?.includes(table))

  expect([...new Set(owners.map(folderOf))].length, `${table} is written by ${owners.join(', ')}`).toBeLessThanOrEqual(
    1,
  )
  const rooms = owners.filter(path => path.startsWith('resources/'))
  expect(
    rooms.filter(path => !/store\.ts$/.test(path)),
    'only a store writes',
  ).toEqual([])
})

test('whoever is named as a guest is one', () => {
  const named = Object.entries(guests).flatMap(([folder, list]) => list.map(table => `${folder} ${table}`))
  const found = tables.flatMap(table => writersOf(table).map(path => `${folderOf(path)} ${table}`))

  expect(named.filter(one => !found.includes(one))).toEqual([])
})
