/** List pages in an environment with 1,000,000 contacts against one with 1,000, requests one by one. */
import type { HttpBench } from '../bench-context.ts'
import type { Row } from '../row.ts'
import { seedContacts } from '../seed-contacts.ts'
import { type Times, takeTurns } from '../take-turns.ts'
import { openPages } from './pages.ts'

const fewRows = 1_000
const pageSize = 20
/** In the large environment. The small one has 50 pages, and its middle page is the reference. */
const deepPage = 1_000
const middlePage = 25

export async function compareContactsList(bench: HttpBench): Promise<Row[]> {
  const { services, pace, progress } = bench
  progress(`contacts-list: filling an environment with ${pace.manyRows} contacts`)
  await seedContacts(bench, services.keys.lists.test, fewRows)
  await seedContacts(bench, services.keys.lists.live, pace.manyRows)
  using many = openPages(services.api.url, services.keys.lists.live, '/v1/contacts', pageSize)
  using few = openPages(services.api.url, services.keys.lists.test, '/v1/contacts', pageSize)

  const deepCursor = await many.walkTo(deepPage)
  const middleCursor = await few.walkTo(middlePage)
  const first = await takeTurns(bench, 'contacts-list, first page', {
    many: () => many.time(undefined),
    few: () => few.time(undefined),
  })
  const deep = await takeTurns(bench, 'contacts-list, deep page', {
    many: () => many.time(deepCursor),
    few: () => few.time(middleCursor),
  })

  const row = (name: string, { many, few }: Times, pages: { many: string; few: string }): Row => ({
    name: `contacts-list, ${name}`,
    unit: 'ms',
    ours: { label: `${pages.many} of ${pace.manyRows.toLocaleString('en')} rows`, figures: many },
    other: { label: `${pages.few} of ${fewRows.toLocaleString('en')} rows`, figures: few },
    target: { ratioAtMost: 1.5 },
  })
  return [
    row('first page', first, { many: 'page 1', few: 'page 1' }),
    row('1,000th page', deep, { many: 'page 1,000', few: `page ${middlePage}` }),
  ]
}
