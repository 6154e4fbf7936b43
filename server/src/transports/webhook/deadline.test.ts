/** One deadline covers the whole attempt. */
import { type AddressInfo, createServer, type Server } from 'node:net'
import { expect, test } from 'vitest'
import { anyPost, posterAndSink } from '../../../testing/webhook-poster.ts'
import { openWebhookPoster } from './open.ts'

const timeoutMs = 300
/** Timers are late on a busy machine. */
const toleranceMs = 1_000

const withinTime = (answer: { durationMs: number }) => {
  expect(answer.durationMs).toBeGreaterThanOrEqual(timeoutMs - 2)
  expect(answer.durationMs).toBeLessThan(timeoutMs + toleranceMs)
}

test('a silent receiver times out', async () => {
  await using there = await posterAndSink({ script: { '/': { silent: 'hang' } } }, { timeoutMs })

  const answer = await there.post()

  expect(answer).toMatchObject({ kind: 'unanswered', error: 'no answer within 0.3 s' })
  withinTime(answer)
})

test.each(['drip', 'hang'] as const)('an answer that continues with a %s is cut off', async after => {
  await using there = await posterAndSink({ script: { '/': { status: 200, body: 'thanks', after } } }, { timeoutMs })

  const answer = await there.post()

  expect(answer).toMatchObject({ kind: 'answered', status: 200, response: expect.stringMatching(/^thanks\.*$/) })
  withinTime(answer)
})

test('dripping headers time out', async () => {
  const server = createServer(socket => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('x-drop: 1\r\n'), 20)
    socket.on('error', () => {}).once('close', () => clearInterval(timer))
  })
  const port = await listening(server)
  await using poster = openWebhookPoster({ allow: () => true, timeoutMs })

  const answer = await poster.post(anyPost(`http://127.0.0.1:${port}/`))

  expect(answer).toMatchObject({ kind: 'unanswered', error: 'no answer within 0.3 s' })
  withinTime(answer)
  server.close()
})

test('a hanging lookup times out', async () => {
  await using poster = openWebhookPoster({ allow: () => true, timeoutMs, lookup: () => new Promise(() => {}) })

  const answer = await poster.post(anyPost('http://hook.example/'))

  expect(answer).toMatchObject({ kind: 'unanswered', error: 'no connection within 0.3 s' })
  withinTime(answer)
})

test('a hanging handshake times out', async () => {
  let connections = 0
  const server = createServer(socket => {
    connections++
    socket.on('error', () => {})
  })
  const port = await listening(server)
  await using poster = openWebhookPoster({ allow: () => true, timeoutMs })

  const answers = await Promise.all([1, 2, 3].map(() => poster.post(anyPost(`https://127.0.0.1:${port}/`))))

  for (const answer of answers) {
    expect(answer).toMatchObject({ kind: 'unanswered', error: expect.stringMatching(/no connection|timed out/) })
    expect(answer.durationMs).toBeLessThan(timeoutMs + toleranceMs)
  }
  // They ran in parallel.
  expect(connections).toBe(3)
  server.close()
})

test('a post that times out while waiting for a connection is not sent later', async () => {
  const script = ({ path }: { path: string }) => (path === '/' ? { silent: 'hang' as const } : {})
  // Long enough for a busy machine to answer the last post in time.
  await using there = await posterAndSink({ script }, { timeoutMs: 1_500, connections: 1 })

  const answers = await Promise.all(Array.from({ length: 100 }, () => there.post()))

  expect(answers.filter(({ kind }) => kind !== 'unanswered')).toEqual([])
  // By now a queued post would have been sent. A few start just before their deadline, when the connection becomes free, and may be counted late.
  expect(await there.post('/works')).toMatchObject({ status: 200 })
  expect(there.sink.count).toBeLessThan(30)
})

test('a hanging origin does not delay others', async () => {
  await using hanging = await posterAndSink({ script: () => ({ silent: 'hang' }) }, { connections: 5 })
  await using healthy = await posterAndSink()
  const hung = Array.from({ length: 100 }, () => hanging.post())
  await hanging.sink.waitFor(5)

  const answer = await hanging.poster.post(anyPost(healthy.sink.url))

  expect(answer).toMatchObject({ status: 200 })
  await hanging.poster[Symbol.asyncDispose]()
  expect(await Promise.all(hung)).toHaveLength(100)
})

test('a hanging endpoint does not delay others at the same host', async () => {
  const script = ({ path }: { path: string }) => (path === '/hangs' ? { silent: 'hang' as const } : {})
  await using there = await posterAndSink({ script }, { connections: 5 })
  const hung = Array.from({ length: 20 }, () => there.poster.post(anyPost(`${there.sink.url}/hangs`)))
  await there.sink.waitFor(5)

  const answer = await there.poster.post(anyPost(`${there.sink.url}/works`))

  expect(answer).toMatchObject({ status: 200 })
  await there.poster[Symbol.asyncDispose]()
  expect(await Promise.all(hung)).toHaveLength(20)
})

async function listening(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // `as`: it listens on a port.
  return (server.address() as AddressInfo).port
}
