import { expect, inject, test } from 'vitest'
import { openDatabase } from '#postgres/database.ts'
import { parseConfig } from '#setup/config.ts'
import { createBareDatabase, createTestDatabase } from '../../testing/postgres.ts'
import { checkDirectAddress } from './direct-address.ts'

test('a direct address of another database is refused, whatever that database contains', async () => {
  const [url, empty] = [await createTestDatabase(inject('clusterUrl')), await createBareDatabase(inject('clusterUrl'))]
  await using database = openDatabase({ url })
  await using other = openDatabase({ url: await createTestDatabase(inject('clusterUrl')) })
  // Copies of one template have the same secret.
  await other.pool.query('update instance set secret = sha256(secret)')
  const check = (direct: string) =>
    checkDirectAddress(parseConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }), database)

  const sentence =
    'DATABASE_DIRECT_URL leads to a different database than DATABASE_URL. Both must lead to the same one.'
  await expect(check(other.address.url)).rejects.toThrow(sentence)
  await expect(check(empty)).rejects.toThrow(sentence)
  await check(url)
})
