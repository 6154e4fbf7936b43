import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres.ts'
import { openDatabase } from './database.ts'
import { checkFitness, unfitBecause } from './fitness.ts'

test.each([
  [{ version: 18, encoding: 'UTF8', unsafe: [] }, false, undefined],
  [{ version: 15, encoding: 'SQL_ASCII', unsafe: [] }, false, undefined],
  [{ version: 14, encoding: 'UTF8', unsafe: [] }, true, /14 is too old/],
  [{ version: 18, encoding: 'LATIN1', unsafe: [] }, true, /LATIN1.*ENCODING 'UTF8'/],
  [{ version: 18, encoding: 'UTF8', unsafe: ['fsync'] }, false, /fsync must be on/],
  [
    { version: 18, encoding: 'UTF8', unsafe: ['fsync', 'synchronous_commit'] },
    false,
    /fsync, synchronous_commit must be on/,
  ],
  [{ version: 18, encoding: 'UTF8', unsafe: ['fsync'] }, true, undefined],
])('%j, allowed: %j', (fitness, allowed, reason) => {
  const because = unfitBecause(fitness, allowed)

  if (reason) expect(because).toMatch(reason)
  else expect(because).toBeUndefined()
})

test('a database that acknowledges commits before writing them is detected', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  const name = new URL(url).pathname.slice(1)
  {
    await using database = openDatabase({ url })
    const fitness = await checkFitness(database.db)
    expect(fitness.encoding).toBe('UTF8')
    expect(fitness.unsafe).not.toContain('synchronous_commit')
    await sql`alter database ${sql.id(name)} set synchronous_commit = off`.execute(database.db)
  }
  await using database = openDatabase({ url })

  expect((await checkFitness(database.db)).unsafe).toContain('synchronous_commit')
})
