import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#postgres/database.ts'
import { readInstanceSecret } from '#postgres/instance.ts'
import { freePort } from '../../../sinks/free-port.ts'
import { openTestDatabase } from '../../testing/postgres.ts'
import { patiently } from './prepare.ts'

test('whoever has all connections for longer than others wait for one holds up a start, and does not end it', async () => {
  await using database = await openTestDatabase(inject('clusterUrl'))
  const busy = database.beside(1)
  const held = busy.transaction(() => pause(2_000))

  await expect(readInstanceSecret(busy.db)).rejects.toThrow('timeout exceeded')
  expect(await patiently(() => readInstanceSecret(busy.db))).toBeInstanceOf(Buffer)

  await held
})

test('a database that refuses is not asked again', async () => {
  await using database = openDatabase({ url: `postgres://nobody@127.0.0.1:${await freePort()}/nothing` })
  let asked = 0

  await expect(
    patiently(() => {
      asked++
      return readInstanceSecret(database.db)
    }),
  ).rejects.toThrow('ECONNREFUSED')

  expect(asked).toBe(1)
})
