/** A table is written by the stores of one room. Other folders that write it are listed here, with the reason. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = new URL('../src/', import.meta.url).pathname

/** By the folder that writes. The engine writes the tables of all channels by name, and retention deletes from tables that grow. */
const guests: Record<string, readonly string[]> = {
  // One statement records an event and all that it concerns: it is the most frequent of all.
  events: ['webhook_deliveries', 'workflow_runs', 'workflow_wakes', 'contact_events'],
  // Opens and clicks are counted in the row of the email's status.
  'resources/messages/engagement': ['email_progress'],
  // Settings of an environment, written by the rooms that use them: its quiet hours, and the clock of a test environment.
  'resources/messages/quiet-hours': ['environments'],
  'resources/automation/test-clock': ['environments'],
  // Repairs their order after a crash, and deletes old ones.
  'resources/automation/event-log': ['events'],
  // A restored copy records where the cursors of the old place continue.
  postgres: ['event_marks'],
}

const tables = [...readFileSync(`${source}postgres/schema.sql`, 'utf8').matchAll(/^create table (\w+)/gm)].map(
  ([, name]) => name ?? '',
)

const files = globSync('**/*.ts', { cwd: source })
  .filter(path => !/\.(test|fixture)\.ts$|schema\.generated/.test(path))
  .map(path => ({ path, text: readFileSync(source + path, 'utf8') }))

/** The files that write each table. One pass for all tables: a pattern for each took twelve seconds. */
const writers = Map.groupBy(
  files.flatMap(({ path, text }) => {
    const written = [
      ...text.matchAll(/\b(?:insert into|update|delete from)\s+(\w+)|(?:insertInto|updateTable|deleteFrom)\('(\w+)'/g),
    ]
    return [...new Set(written.map(([, inSql, inKysely]) => inSql ?? inKysely))].map(table => ({ table, path }))
  }),
  ({ table }) => table,
)
const writersOf = (table: string): string[] => (writers.get(table) ?? []).map(({ path }) => path)

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

test('every folder that is listed as a guest writes its table', () => {
  const named = Object.entries(guests).flatMap(([folder, list]) => list.map(table => `${folder} ${table}`))
  const found = tables.flatMap(table => writersOf(table).map(path => `${folderOf(path)} ${table}`))

  expect(named.filter(one => !found.includes(one))).toEqual([])
})
