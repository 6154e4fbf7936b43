/** The table of a door in the guide: what each client was seen to do. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { repository } from '../service/service.ts'

type Calls = Readonly<Record<string, unknown>>

type Tried = {
  /** The test that writes it. */
  test: string
  /** By the name of a client. The first client calls everything that works. */
  clients: Readonly<Record<string, Calls>>
  /** Calls that the first client is refused, with the sentence. */
  refused: Calls
}

/** Between two comments of the page. Run with -u to update it. */
export async function expectMatrix({ test, clients, refused }: Tried): Promise<void> {
  const begin = `<!-- Made by acceptance/doors/${test}. -->\n`
  const end = '<!-- The end of what is made. -->'
  const path = join(repository, 'docs/moving.md')
  const page = readFileSync(path, 'utf8')
  const names = Object.keys(clients)
  const columns = Object.values(clients)
  const works = Object.keys(columns[0] ?? {}).map(operation => [
    `\`${operation}\``,
    ...columns.map(calls => (Object.hasOwn(calls, operation) ? 'passes' : '')),
  ])
  const others = Object.keys(refused).map(operation => [
    `\`${operation}\``,
    ...names.map((_, column) => (column === 0 ? 'refused' : '')),
  ])
  const rows = [['operation', ...names], ['---', ...names.map(() => '---')], ...works, ...others]
  const table = rows.map(cells => `| ${cells.join(' | ')} |\n`).join('')

  expect(page).toContain(begin)
  const from = page.indexOf(begin) + begin.length
  const to = page.indexOf(end, from)
  await expect(`${page.slice(0, from)}\n${table}\n${page.slice(to)}`).toMatchFileSnapshot(path)
}
