/** For tests with DNS: a new database with one organization, a clock that stands still, and an empty DNS. */
import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { type DnsStub, startDnsStub } from '../../sinks/dns-stub.ts'
import { createCallers } from './callers.ts'
import { openTestDatabase } from './postgres.ts'

type Scene = { database: Database; organizationId: string; dns: DnsStub; now: Date }

export const hostname = 'mail.acme.test'
export const dayMs = 86_400_000

export function sceneWithDns(): Scene {
  // `as`: filled in before each test.
  const scene = {} as Scene
  beforeAll(async () => {
    scene.dns = await startDnsStub()
  })
  beforeEach(async () => {
    scene.database = await openTestDatabase(inject('clusterUrl'))
    scene.organizationId = (await createCallers(scene.database)).organizationId
    scene.now = new Date('2026-11-16T12:00:00.000Z')
    for (const name of Object.keys(scene.dns.table)) delete scene.dns.table[name]
    return () => scene.database[Symbol.asyncDispose]()
  })
  afterAll(() => scene.dns[Symbol.asyncDispose]())
  return scene
}
