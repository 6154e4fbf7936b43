/** Pages of an environment with 1,000,000 contacts against those of one with 1,000, one request after the other. */
import type { HttpBench } from '../bench-context.ts'
import { median, type Row } from '../row.ts'
import { seedContacts } from '../seed-contacts.ts'
import { openPages, type Pages } from './pages.ts'

const fewRows = 1_000
const pageSize = 20
/** Of the large environment; the small one has 50 pages, and its middle stands for any of them. */
const deepPage = 1_000
const middlePage = 25

export async function compareContactsList(bench: HttpBench): Promise<Row[]> {
  const { services, pace, progress } = bench
  progress(`contacts-list: filling an environment with ${pace.manyRows} contacts`)
  await seedContacts(bench, services.keys.lists.test, fewRows)
  await seedContacts(bench, services.keys.lists.live, pace.manyRows)
  using many = openPages(services.api.url, services.keys.lists.live, pageSize)
  using few = openPages(services.api.url, services.keys.lists.test, pageSize)

  const deepCursor = await many.walkTo(deepPage)
  const middleCursor = await few.walkTo(middlePage)
  const first = await measure(bench, 'first page', { many, few, ofMany: undefined, ofFew: undefined })
  const deep = await measure(bench, 'deep page', { many, few, ofMany: deepCursor, ofFew: middleCursor })

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

type Times = { many: number[]; few: number[] }
type Compared = { many: Pages; few: Pages; ofMany: string | undefined; ofFew: string | undefined }

/** The two take turns page by page; a round gives the median of each. The first round warms up. */
async function measure(bench: HttpBench, name: string, { many, few, ofMany, ofFew }: Compared): Promise<Times> {
  const times: Times = { many: [], few: [] }
  for (let round = 0; round <= bench.pace.rounds; round++) {
    const ofRound: Times = { many: [], few: [] }
    for (let page = 0; page < bench.pace.pagesPerRound; page++) {
      bench.signal.throwIfAborted()
      ofRound.many.push(await many.time(ofMany))
      ofRound.few.push(await few.time(ofFew))
    }
    bench.progress(`contacts-list, ${name} ${round === 0 ? 'warm-up' : `round ${round}`}`)
    if (round === 0) continue
    times.many.push(median(ofRound.many))
    times.few.push(median(ofRound.few))
  }
  return times
}
