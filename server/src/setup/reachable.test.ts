import { beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '#postgres/database.ts'
import { createCallers } from '../../testing/callers.ts'
import { openTestDatabase } from '../../testing/postgres.ts'
import { reachableBy } from './reachable.ts'

const unset = { webhookAddresses: null, mxAddresses: null }
let database: Database

beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  await createCallers(database)
  return () => database[Symbol.asyncDispose]()
})

const both = async ({ webhooks, mailHosts }: ReturnType<typeof reachableBy>) => [await webhooks(), await mailHosts()]

test.each(['127.0.0.1', '127.0.0.7', '::1', 'localhost'])(
  'a service on %s with one organization reaches loopback addresses',
  async host => {
    expect(await both(reachableBy(unset, database.db, host))).toEqual(['loopback', 'loopback'])
  },
)

test.each(['0.0.0.0', '::', '192.168.0.7', 'mail.example.com', 'localhost.example.com', null])(
  'a service on %s reaches only public addresses',
  async host => {
    expect(await both(reachableBy(unset, database.db, host))).toEqual(['public', 'public'])
  },
)

test('each setting decides for its own addresses', async () => {
  const open = reachableBy({ webhookAddresses: 'private', mxAddresses: null }, database.db, '0.0.0.0')
  const closed = reachableBy({ webhookAddresses: null, mxAddresses: 'public' }, database.db, '127.0.0.1')

  expect(await both(open)).toEqual(['private', 'public'])
  expect(await both(closed)).toEqual(['loopback', 'public'])
})

test('while the database is unavailable, only public addresses are reached', async () => {
  const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing' })
  await using _ = away

  expect(await reachableBy(unset, away.db, '127.0.0.1').webhooks()).toBe('public')
})

test('a second organization closes loopback within a second', async () => {
  let ms = 0
  const { webhooks } = reachableBy(unset, database.db, '127.0.0.1', () => ms)
  expect(await webhooks()).toBe('loopback')

  await createCallers(database)

  ms = 999
  expect(await webhooks()).toBe('loopback')
  ms = 1_000
  expect(await webhooks()).toBe('public')
})
