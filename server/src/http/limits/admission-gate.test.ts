import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { admissionGate } from './admission-gate.ts'

const key = 'Bearer tx_live_acme'
let open: ServerResponse[] = []
let turnedAway = 0
let gate = admissionGate(() => 0)
let server = createServer()

beforeEach(async () => {
  open = []
  turnedAway = 0
  gate = admissionGate(() => 0, [headers => headers['x-key']?.toString()])
  server = createServer((request, response) => {
    if (request.url === '/healthz') response.end('alive')
    else open.push(response)
  })
  gate.guard(server, { onTurnedAway: () => turnedAway++ })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const line = (path: string, authorization = 'Bearer guess') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`

function send(text: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(text)
  return socket
}

async function ask(path: string, authorization?: string): Promise<string> {
  const socket = send(line(path, authorization))
  const [first] = await once(socket, 'data')
  socket.destroy()
  return String(first)
}

/** Fills one caller's share. */
async function fill(authorization: string) {
  const socket = send(line('/v1/emails', authorization).repeat(751))
  await expect.poll(() => turnedAway).toBe(1)
  return socket
}

test('a rejected request gets a Retry-After and keeps its connection', async () => {
  await fill('Bearer guess')

  const answer = await ask('/v1/emails')

  expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(answer).toMatch(/^retry-after: 2\r$/im)
  expect(answer).toMatch(/^x-request-id: \S+\r$/im)
  expect(answer).not.toMatch(/^connection: close/im)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ code: 'service_unavailable' })
  expect(open.length).toBe(750)
})

test('health checks are always answered', async () => {
  await fill('Bearer guess')

  expect(await ask('/healthz')).toMatch(/^HTTP\/1\.1 200 /)
})

test('unknown keys count as one caller, a known key as its own', async () => {
  gate.trust(key)
  await fill('Bearer guess')

  expect(await ask('/v1/emails', 'Bearer another guess')).toMatch(/^HTTP\/1\.1 503 /)
  send(line('/v1/emails', key))
  await expect.poll(() => open.length).toBe(751)
})

test('a known key in another header of a door also counts as its own caller', async () => {
  gate.trust('tx_live_acme')
  await fill('Bearer guess')

  send(line('/postmark/email', 'Bearer guess\r\nX-Key: tx_live_acme'))
  await expect.poll(() => open.length).toBe(751)
  expect(await ask('/postmark/email', 'Bearer guess\r\nX-Key: tx_live_guess')).toMatch(/^HTTP\/1\.1 503 /)
})

test('answered requests and closed connections free their slots', async () => {
  const socket = await fill('Bearer guess')
  for (const response of open) response.end()
  send(line('/v1/emails').repeat(750))
  await expect.poll(() => open.length).toBe(1_500)

  const other = await ask('/v1/emails')
  socket.destroy()

  expect(other).toMatch(/^HTTP\/1\.1 503 /)
})

test('an endless answer is not counted', async () => {
  await fill('Bearer guess')
  for (const response of open) gate.release(response.req)

  send(line('/v1/emails'))

  await expect.poll(() => open.length).toBe(751)
})
