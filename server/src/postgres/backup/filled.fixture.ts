/** For tests: inserts a row into every table that exists, with text that is hard to escape. */
import type pg from 'pg'
import { openDatabase } from '../database.ts'

/** Dated June 2024. */
const same = '01900000-0000-7000-8000-00000000000a'
const troublesome = 'tab\t, line\n, \\N, \\., "quoted", ünïcödé, 😀'

const valueFor = (type: string): string => {
  switch (type) {
    case 'uuid':
      return `'${same}'`
    case 'boolean':
      return 'true'
    case 'timestamp with time zone':
      return `'2026-11-16 10:20:30.123456+00'`
    case 'jsonb':
      return `jsonb_build_object('a', $1::text)`
    case 'bytea':
      return `'\\x00ff0a5c09'`
    case 'text[]':
      return "array[$1, null, '']"
    case 'uuid[]':
      return `array[gen_random_uuid()]`
    case 'smallint[]':
      return "'{-32768,7}'"
    case 'text':
      return '$1'
    case 'xid8':
      return `'99999999'`
    default:
      return '7'
  }
}

type Column = { table: string; column: string; type: string; allowed: string | null }

/** All ids are the same, so that every foreign key is valid. */
export async function fillAllTables({ pool }: { pool: pg.Pool }): Promise<void> {
  const { rows } = await pool.query<Column>(`
    select t.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      (select substring(pg_get_constraintdef(c.oid) from '''([^'']*)''::text') from pg_constraint c
        where c.conrelid = t.oid and c.contype = 'c' and c.conkey = array[a.attnum] limit 1) as allowed
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      and t.relname not in ('schema_migrations', 'instance')
    order by t.relname, a.attnum`)
  const client = await pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    for (const [table, columns] of Map.groupBy(rows, row => row.table)) {
      const values = columns.map(({ type, allowed }) => (allowed === null ? valueFor(type) : `'${allowed}'`))
      const names = columns.map(({ column }) => `"${column}"`)
      const usesText = values.some(value => value.includes('$1'))
      await client.query(
        `insert into "${table}" (${names.join(', ')}) overriding system value values (${values.join(', ')})`,
        usesText ? [troublesome] : [],
      )
    }
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

export type Contents = Record<string, unknown[]>

/** Reads every row of every table. */
export async function readAllTables(url: string): Promise<Contents> {
  await using database = openDatabase({ url, name: 'a test' })
  const { rows } = await database.pool.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition order by relname`)
  const contents: Contents = {}
  for (const { name } of rows) {
    const found = await database.pool.query(`select to_jsonb(t) as row from "${name}" t order by to_jsonb(t)::text`)
    contents[name] = found.rows.map(({ row }) => row)
  }
  return contents
}
