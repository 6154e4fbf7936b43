/** Reuse and limits of connections. */
import { expect, test, vi } from 'vitest'
import { startWebhookSink } from '../../../../sinks/webhook-sink.ts'
import { anyPost, posterAndSink } from '../../../testing/webhook-poster.ts'
import { openWebhookPoster } from './open.ts'

test('a connection is reused', async () => {
  await using there = await posterAndSink({}, { connections: 1 })

  for (let nth = 0; nth < 5; nth++) await there.post()

  expect(there.sink.connections.total).toBe(1)
})

test('a receiver that closes after each answer gets each webhook', async () => {
  await using there = await posterAndSink({ script: () => ({ after: 'close' }) })

  const answers = []
  for (let nth = 0; nth < 5; nth++) answers.push(await there.post())

  expect(answers.every(answer => answer.kind === 'answered')).toBe(true)
  expect(there.sink.connections.total).toBe(5)
})

test('an endpoint never has more connections than allowed', async () => {
  await using there = await posterAndSink({ script: () => ({ delayMs: 5 }) }, { connections: 3 })

  const answers = await Promise.all(Array.from({ length: 30 }, () => there.post()))

  expect(answers.every(answer => answer.kind === 'answered')).toBe(true)
  expect(there.sink.connections.peak).toBe(3)
})

test('only the most recent endpoints stay connected', async () => {
  await using poster = openWebhookPoster({ allow: () => true, maxEndpoints: 2 })
  await using stack = new AsyncDisposableStack()
  const sinks = await Promise.all(Array.from({ length: 4 }, async () => stack.use(await startWebhookSink())))

  for (const sink of sinks) expect(await poster.post(anyPost(sink.url))).toMatchObject({ status: 200 })

  await vi.waitFor(() => expect(sinks.map(sink => sink.connections.now)).toEqual([0, 0, 1, 1]))
})

test('an endpoint in use is not evicted for a new one', async () => {
  await using busy = await posterAndSink({ script: () => ({ delayMs: 100 }) }, { maxEndpoints: 1 })
  await using other = await posterAndSink()
  const posting = busy.post()
  await busy.sink.waitFor(1)

  expect(await busy.poster.post(anyPost(other.sink.url))).toMatchObject({ status: 200 })
  expect(await posting).toMatchObject({ status: 200 })
})

test('closing aborts running, waiting and unconnected attempts', async () => {
  await using there = await posterAndSink({ script: () => ({ silent: 'hang' }) }, { connections: 1 })
  const lookedUp = Promise.withResolvers<void>()
  const lookup = () => {
    lookedUp.resolve()
    return new Promise<never>(() => {})
  }
  const unconnected = openWebhookPoster({ allow: () => true, lookup })
  const posts = [there.post(), there.post(), unconnected.post(anyPost('http://hook.example/'))]
  await Promise.all([there.sink.waitFor(1), lookedUp.promise])

  const begun = performance.now()
  await Promise.all([there.poster[Symbol.asyncDispose](), unconnected[Symbol.asyncDispose]()])

  const aborted = { kind: 'unanswered', error: 'the attempt was aborted' }
  expect(await Promise.all(posts)).toMatchObject([aborted, aborted, aborted])
  expect(await there.post()).toMatchObject(aborted)
  expect(performance.now() - begun).toBeLessThan(5_000)
  await vi.waitFor(() => expect(there.sink.connections.now).toBe(0))
})

test('hundreds of connections cause no warning', async () => {
  const warned = vi.fn()
  process.on('warning', warned)
  await using there = await posterAndSink({ script: () => ({ after: 'close' }) })

  await Promise.all(Array.from({ length: 100 }, () => there.post()))
  await new Promise(resolve => setImmediate(resolve))

  process.off('warning', warned)
  expect(warned).not.toHaveBeenCalled()
})
