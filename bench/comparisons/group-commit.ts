/** Group commit alone against a transaction per item: the same two statements, one of them on a hot row. */
import { sql } from 'kysely'
import { openDatabase, type Tx } from '../../server/src/postgres/database.ts'
import { groupCommit } from '../../server/src/postgres/group-commit.ts'
import { alternate, type Side } from '../alternate.ts'
import type { Bench } from '../bench-context.ts'
import { connections } from '../pace.ts'
import type { Row } from '../row.ts'

type Item = { note: string }

export async function compareGroupCommit(bench: Bench): Promise<Row[]> {
  await using database = openDatabase({ url: bench.postgres.url, connections: 10 })
  await database.pool.query(`
    create table bench.accounts (id integer primary key, balance bigint not null);
    insert into bench.accounts values (1, 0);
    create table bench.items (id bigint generated always as identity primary key, account_id integer not null, note text)`)
  const together = groupCommit(database, async (tx, items: readonly Item[]) => {
    await charge(tx, items)
    return items.map(() => true)
  })
  const alone = (item: Item) => database.transaction(tx => charge(tx, [item]))

  const figures = await alternate(bench, 'group-commit', {
    together: callersOf(together, bench.signal),
    alone: callersOf(alone, bench.signal),
  })

  const { rows } = await database.pool.query(
    'select (select -balance from bench.accounts) = (select count(*) from bench.items) as agree',
  )
  if (!rows[0].agree) throw new Error('The balance does not agree with the items.')
  return [
    {
      name: 'group-commit',
      unit: '/s',
      ours: { label: 'groupCommit', figures: figures.together },
      other: { label: 'transaction per item', figures: figures.alone },
      target: { ratioAtLeast: 8 },
    },
  ]
}

async function charge(tx: Tx, items: readonly Item[]): Promise<void> {
  await sql`update bench.accounts set balance = balance - ${items.length} where id = 1`.execute(tx)
  await sql`insert into bench.items (account_id, note)
    select 1, note from unnest(${items.map(item => item.note)}::text[]) as given (note)`.execute(tx)
}

/** As many callers as connections in other comparisons. Each waits for its result before the next call. */
const callersOf =
  (act: (item: Item) => Promise<unknown>, signal: AbortSignal): Side =>
  async seconds => {
    const start = performance.now()
    let done = 0
    const caller = async () => {
      while (performance.now() - start < seconds * 1_000) {
        signal.throwIfAborted()
        await act({ note: 'one of many' })
        done++
      }
    }
    await Promise.all(Array.from({ length: connections }, caller))
    return { perSecond: done / ((performance.now() - start) / 1_000) }
  }
