import { expect, test } from 'vitest'
import { farSide, refusal } from '../testing/far-side.ts'

const stream = { 'content-type': 'text/event-stream' }
const line = (id: string, event: object) => `id: ${id}\nevent: x\ndata: ${JSON.stringify(event)}\n\n`

test('events arrive as they happen, and after a lost connection the stream continues behind the last one', async () => {
  await using far = await farSide([
    { headers: stream, body: `id: a\n\n${line('b', { id: '1' })}:\n\n`, after: 'reset' },
    { headers: stream, body: line('c', { id: '2' }).replaceAll('\n', '\r\n'), after: 'close' },
    { headers: stream, body: `data: {"id":\ndata: "3"}\nid: d\n\n`, after: 'hang' },
  ])
  const events = far.posthorn.events.stream()
  const ids: string[] = []

  for await (const { id } of events) if (ids.push(id) === 3) break

  expect(ids).toEqual(['1', '2', '3'])
  expect(events.cursor).toBe('d')
  expect(far.sink.received.map(({ path }) => path)).toEqual([
    '/v1/events/stream',
    '/v1/events/stream?cursor=b',
    '/v1/events/stream?cursor=c',
  ])
  await expect.poll(() => far.sink.connections.now, { interval: 5 }).toBe(0)
})

test('a refused stream throws the error, and an abort ends an open stream', async () => {
  await using far = await farSide([refusal(403, 'forbidden'), { headers: stream, body: 'id: a\n\n', after: 'hang' }])

  await expect(far.posthorn.events.stream()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'forbidden' })

  const controller = new AbortController()
  const next = far.posthorn.events.stream({ cursor: 'z' }, { signal: controller.signal })[Symbol.asyncIterator]().next()
  await far.sink.waitFor(2)
  controller.abort(new Error('enough'))
  await expect(next).rejects.toThrow('enough')
})
