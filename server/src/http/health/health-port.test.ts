import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { Fatal } from '#core/fatal.ts'
import { openMetrics } from '../registry.ts'
import { openHealthPort } from './health-port.ts'

const place = { host: '127.0.0.1', port: 0, setting: 'POSTHORN_WORKER_PORT' }

function health() {
  const state = { fails: false, draining: false }
  return {
    state,
    registry: openMetrics().registry,
    isDraining: () => state.draining,
    async checkReady() {
      if (state.fails) throw new Error('ECONNREFUSED 10.0.0.5:5432')
    },
  }
}

const ask = async (port: number, path: string, method = 'GET') => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { connection: 'close' } })
  return { status: answer.status, text: await answer.text() }
}

test('liveness, readiness and metrics are reported', async () => {
  const { state, ...rest } = health()
  await using door = await openHealthPort(rest, place)

  expect(await ask(door.port, '/healthz')).toEqual({ status: 200, text: '{"status":"alive"}' })
  expect(await ask(door.port, '/readyz')).toEqual({ status: 200, text: '{"status":"ready"}' })
  expect((await ask(door.port, '/metrics')).text).toContain('nodejs_eventloop_lag_p99_seconds')

  state.fails = true
  expect(await ask(door.port, '/readyz')).toMatchObject({ status: 503, text: expect.not.stringContaining('10.0.0.5') })
  state.fails = false
  state.draining = true
  expect(await ask(door.port, '/readyz')).toMatchObject({ status: 503 })
  expect(await ask(door.port, '/healthz')).toMatchObject({ status: 200 })
})

test.each([
  ['GET', '/'],
  ['GET', '/v1/emails'],
  ['GET', '/docs'],
  ['POST', '/healthz'],
  ['POST', '/metrics'],
])('%s %s is not a route', async (method, path) => {
  await using door = await openHealthPort(health(), place)

  expect(await ask(door.port, path, method)).toMatchObject({ status: 404 })
})

test('silent connections are limited and time out', async () => {
  await using door = await openHealthPort(health(), place)
  const sockets = Array.from({ length: 40 }, () => connect(door.port, '127.0.0.1').on('error', () => {}))
  const closed = sockets.map(socket => once(socket.resume(), 'close'))
  const count = () => sockets.filter(socket => socket.closed).length

  // The other 20 stay open until their timeout.
  await expect.poll(count, { timeout: 3_000 }).toBe(20)
  await Promise.all(closed)
  expect(await ask(door.port, '/healthz')).toMatchObject({ status: 200 })
}, 20_000)

test('a port in use is an error that names the setting', async () => {
  await using door = await openHealthPort(health(), place)

  const second = openHealthPort(health(), { ...place, port: door.port })

  await expect(second).rejects.toThrow(Fatal)
  await expect(second).rejects.toThrow(`POSTHORN_WORKER_PORT ${door.port} is in use on 127.0.0.1.`)
})
