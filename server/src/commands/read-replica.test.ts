import { expect, inject, test } from 'vitest'
import { openDatabase } from '#postgres/database.ts'
import { parseConfig } from '#setup/config.ts'
import { openLog } from '#setup/log.ts'
import { freePort } from '../../../sinks/free-port.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { checkReadReplica, replicaOptions } from './read-replica.ts'

async function check(findReadUrl: (url: URL) => Promise<string> | string): Promise<void> {
  const url = await createTestDatabase(inject('clusterUrl'))
  const config = parseConfig({ DATABASE_URL: url, DATABASE_READ_URL: await findReadUrl(new URL(url)) })
  const log = openLog('silent')
  await using database = openDatabase({ url, ...replicaOptions(config, log) })
  await checkReadReplica(config, database, log)
}

test.each<[string, (url: URL) => Promise<string> | string, string]>([
  [
    'the primary itself',
    url => url.href,
    'DATABASE_READ_URL leads to a server that is not a replica. It must lead to a streaming replica, or not be set.',
  ],
  [
    'another database',
    () => createTestDatabase(inject('clusterUrl')),
    'DATABASE_READ_URL does not lead to a replica of the database of DATABASE_URL.',
  ],
  [
    'a server that does not know us',
    url => Object.assign(url, { password: 'wrong' }).href,
    'password authentication failed for user "posthorn". Check user, password and database name in DATABASE_READ_URL.',
  ],
])('%s is refused as a replica', async (_, findReadUrl, sentence) => {
  await expect(check(findReadUrl)).rejects.toThrow(sentence)
})

test('a replica that is unavailable at the start may come back later', async () => {
  const port = await freePort()

  await expect(check(url => Object.assign(url, { port }).href)).resolves.toBeUndefined()
})
