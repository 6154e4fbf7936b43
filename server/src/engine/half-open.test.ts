import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, inject, test, vi } from 'vitest'
import { openDatabase } from '#postgres/database.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { enqueue } from './enqueue.ts'
import { defineJob } from './job.ts'
import { startJobs } from './jobs-only.fixture.ts'
import { perform } from './task.ts'

const job = defineJob<{ n: number }>('run')

test('jobs are taken within 5 s after the connections go silent', async () => {
  const direct = await createTestDatabase(inject('clusterUrl'))
  await using database = openDatabase({ url: direct })
  await using proxy = await startProxy(direct)
  await using behindProxy = openDatabase({ url: proxy.url })
  const begun: number[] = []
  await using _worker = await startJobs({
    database: behindProxy,
    tasks: perform(job, async ({ n }) => void begun.push(n)),
  })
  await database.transaction(tx => enqueue(tx, [job({ n: 1 })]))
  await vi.waitFor(() => expect(begun).toEqual([1]), { timeout: 5_000 })
  proxy.swallow()
  await database.transaction(tx => enqueue(tx, [job({ n: 2 })]))

  await vi.waitFor(() => expect(begun).toEqual([1, 2]), { timeout: 5_000 })
})

/** A proxy between a client and Postgres. swallow() makes all connections that are open at that moment pass nothing more. */
async function startProxy(target: string) {
  const { port, hostname } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(Number(port), hostname)
    near.pipe(far)
    far.pipe(near)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    swallow: () => sockets.forEach(socket => void socket.unpipe().pause()),
    async [Symbol.asyncDispose]() {
      sockets.forEach(socket => void socket.destroy())
      await new Promise(resolve => server.close(resolve))
    },
  }
}
