/** However large the database is, only the rows in transit are in memory: the slower side sets the pace. */
import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, inject, test } from 'vitest'
import { createTestDatabase } from '../../../testing/postgres.ts'
import { type Database, openDatabase } from '../database.ts'
import { connect } from './connect.ts'
import { copyIn } from './copy-in.ts'
import { writeBackup } from './write-backup.ts'

const megabyte = 1024 * 1024
const large = 40
/** More than the buffers of a connection and of the streams between. */
const maxInTransit = 24

let url: string
beforeAll(async () => {
  url = await createTestDatabase(inject('clusterUrl'))
  await using database = openDatabase({ url, queryTimeoutMs: 0 })
  // Random text, so that it compresses badly.
  await database.pool.query(`
    create table large as select nth, string_agg(md5(random()::text || line), '') as text
    from generate_series(1, ${large}) as nth cross join generate_series(1, ${megabyte / 32}) as line group by nth`)
}, 60_000)

/** The bytes that COPY has processed when it makes no more progress. */
async function whereItStops({ pool }: Database): Promise<number> {
  for (let last = 0; ; await pause(300)) {
    const { rows } = await pool.query(`select max(bytes_processed)::float8 as bytes from pg_stat_progress_copy`)
    const bytes = rows[0]?.bytes ?? 0
    if (bytes > 0 && bytes === last) return bytes
    last = bytes
  }
}

test('the database is not read faster than the file is written', async () => {
  await using database = openDatabase({ url })
  const { promise: unblocked, resolve: unblock } = Promise.withResolvers<void>()
  let size = 0
  const stuck = new Writable({
    async write(chunk, _encoding, done) {
      size += chunk.length
      if (size > megabyte) await unblocked
      done()
    },
  })

  const written = writeBackup(url, stuck)
  const read = await whereItStops(database)
  unblock()
  await written

  expect(read / megabyte).toBeLessThan(maxInTransit)
  expect(size / megabyte).toBeGreaterThan(large / 4)
}, 60_000)

test('the file is not read faster than the database takes its rows', async () => {
  await using database = openDatabase({ url })
  await database.pool.query('create table narrow (id integer primary key, text text)')
  // An insert of the same key waits until this transaction ends.
  const other = await database.pool.connect()
  await other.query('begin; insert into narrow values (1)')
  await using client = await connect(url)
  await client.query('begin')
  const rows = copyIn(client, { table: 'narrow', columns: ['id', 'text'] })
  let given = 0
  const giving = (async () => {
    for (let id = 1; id <= large; id++) {
      await rows.write(Buffer.from(`${id}\t${'x'.repeat(megabyte)}\n`))
      given = id
    }
    return rows.end()
  })()

  for (let last = -1; last !== given; await pause(300)) last = given
  const takenWhileStuck = given
  await other.query('rollback')
  other.release()

  expect(takenWhileStuck).toBeLessThan(maxInTransit)
  expect(await giving).toBe(large)
}, 60_000)
