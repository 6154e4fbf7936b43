import { expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import type { Ask } from '#http/door/door.ts'
import { mediaTypeOf } from '#transports/mime/media-type.ts'
import type { FileSources } from './attachments.ts'
import { sendBatch } from './batch.ts'

const now = async () => new Date('2026-11-19T12:00:00Z')
const megabyte = Buffer.alloc(1_000_000)

function open(fetch: FileSources['fetch']) {
  let sent = 0
  // `as`: these operations and their answers suffice here.
  const ask = (async (id: string, { body }: { body: unknown }) => {
    const emails = id === 'sendEmailBatch' ? (body as unknown[]) : [body]
    sent += emails.length
    return id === 'sendEmailBatch' ? { data: emails.map(() => ({ id: 'x' })) } : { id: 'x' }
  }) as unknown as Ask
  const send = (items: readonly unknown[], isPermissive: boolean) =>
    sendBatch(items, ask, { now, isPermissive, sources: { fetch, typeOf: mediaTypeOf } })
  return { send, sent: () => sent }
}

const withFiles = (count: number) => ({
  ...{ from: 'a@acme.test', to: 'ada@a.example', subject: 'Hi', text: 'Hello' },
  attachments: Array.from({ length: count }, () => ({ path: 'https://example.com/a.pdf' })),
})
const many = (emails: number, files: number) => Array.from({ length: emails }, () => withFiles(files))

test('the files that the emails of a batch name by path have one limit together, that of a batch', async () => {
  let fetched = 0
  const { send, sent } = open(async () => {
    fetched += megabyte.length
    return { bytes: megabyte }
  })

  await expect(send(many(100, 1), false)).rejects.toMatchObject({ code: 'payload_too_large' })

  expect(fetched).toBeLessThan(50 * 1024 * 1024)
  expect(sent()).toBe(0)
})

test('a batch with more than a hundred files to fetch is refused', async () => {
  let fetched = 0
  const { send } = open(async () => ({ bytes: Buffer.from(String(++fetched)) }))

  await expect(send(many(11, 10), false)).rejects.toBeInstanceOf(Refusal)
  expect(fetched).toBeLessThan(110)

  expect(await send(many(100, 1), false)).toMatchObject({ data: { length: 100 } })
})

test('in a permissive batch the files are fetched one by one, too, so that none is refused because of the others', async () => {
  let running = 0
  const { send, sent } = open(async () => {
    if (running > 0) return { error: 'too many files are being fetched' }
    running++
    await Promise.resolve()
    running--
    return { bytes: Buffer.from('x') }
  })

  expect(await send(many(30, 1), true)).toMatchObject({ data: { length: 30 }, errors: [] })
  expect(sent()).toBe(30)
})

test('a file that cannot be fetched is named with its email', async () => {
  const { send } = open(async () => ({ error: 'not found' }))

  await expect(send([{ ...withFiles(0) }, withFiles(1)], false)).rejects.toMatchObject({
    details: [{ path: '1.attachments.0.path' }],
  })
  expect(await send([withFiles(0), withFiles(1)], true)).toMatchObject({
    data: { length: 1 },
    errors: [{ index: 1, message: expect.stringMatching(/^attachments\.0\.path/) }],
  })
})
