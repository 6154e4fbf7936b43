/** The behavior of every store, tested on a folder, and on OpenStack Swift where it is installed. */

import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canRunSwift, type Swift, startSwift } from '../../../../sinks/swift.ts'
import { type ObjectStore, StoreFailed } from '../object-store.ts'
import { folderStore } from './folder.ts'
import { type Bucket, s3Store } from './s3.ts'

const key = '0198a0b0-0000-7000-8000-000000000001/2026-11-17/0198a0b0-0000-7000-8000-000000000002'
const folder = mkdtempSync(join(tmpdir(), 'posthorn-objects-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bucketAt = (endpoint: string): Bucket => ({
  ...{ bucket: 'bodies', prefix: 'a/b', endpoint, region: 'us-east-1', style: 'path' },
})

function promises(open: () => ObjectStore): void {
  test('an object is stored unchanged until it is removed', async () => {
    const store = open()
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, nth) => nth % 251))

    await store.put(key, bytes)

    expect((await store.get(key))?.equals(bytes)).toBe(true)
    await store.remove(key)
    expect(await store.get(key)).toBeUndefined()
  })

  test('put and remove can be repeated', async () => {
    const store = open()
    await store.put(key, Buffer.from('once'))
    await store.put(key, Buffer.from('once'))

    expect(`${await store.get(key)}`).toBe('once')
    await store.remove(key)
    await store.remove(key)
  })
}

describe('a folder', () => {
  promises(() => folderStore(join(folder, 'new')))

  test('has files that only the owner can read, and no unfinished ones', async () => {
    const store = folderStore(join(folder, 'mine'))

    await Promise.all(Array.from({ length: 20 }, () => store.put(key, Buffer.from('same'))))

    const files = readdirSync(join(folder, 'mine'), { recursive: true, withFileTypes: true }).filter(one =>
      one.isFile(),
    )
    expect(files.map(({ name }) => name)).toEqual([key.split('/').at(-1)])
    expect(statSync(join(folder, 'mine', key)).mode & 0o777).toBe(0o600)
  })

  test('a write failure is reported with its reason', async () => {
    writeFileSync(join(folder, 'a-file'), '')

    await expect(folderStore(join(folder, 'a-file')).put(key, Buffer.from('x'))).rejects.toThrow(StoreFailed)
  })
})

describe.skipIf(!canRunSwift())('a bucket of OpenStack Swift', { timeout: 60_000 }, () => {
  let swift: Swift
  beforeAll(async () => {
    const started = await startSwift()
    if (!started) throw new Error('Swift is not installed')
    swift = started
    const { accessKey: accessKeyId, secretKey: secretAccessKey, endpoint } = swift
    const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'us-east-1' })
    const made = await client.fetch(`${endpoint}/bodies`, { method: 'PUT' })
    expect(made.status).toBe(200)
  }, 60_000)
  afterAll(() => swift[Symbol.asyncDispose]())

  promises(() => s3Store(bucketAt(swift.endpoint), swift))

  test.each([
    [
      'another secret',
      () => s3Store(bucketAt(swift.endpoint), { ...swift, secretKey: 'wrong' }),
      'SignatureDoesNotMatch',
    ],
    ['a missing bucket', () => s3Store({ ...bucketAt(swift.endpoint), bucket: 'nowhere' }, swift), 'NoSuchBucket'],
  ])('%s is an error, never a missing object', async (_, open, said) => {
    await expect(open().put(key, Buffer.from('x'))).rejects.toThrow(said)
    await expect(open().get(key)).rejects.toThrow(StoreFailed)
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

describe('an unreachable bucket', () => {
  const credentials = { accessKey: 'a', secretKey: 'b' }

  test('a refused connection is an error', async () => {
    await expect(s3Store(bucketAt('http://127.0.0.1:9'), credentials).get(key)).rejects.toThrow(StoreFailed)
  })

  test.each<[string, RequestListener]>([
    ['silent', () => {}],
    ['stalling', (_request, response) => void response.writeHead(200).write('half')],
  ])('a %s bucket times out, also across garbage collections', async (_, answer) => {
    const silent = createServer(answer).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    // `as`: it listens on a port.
    const { port } = silent.address() as AddressInfo
    const collecting = setInterval(collectGarbage, 20)

    await expect(s3Store(bucketAt(`http://127.0.0.1:${port}`), credentials, 200).get(key)).rejects.toThrow(
      'did not answer in time',
    )
    clearInterval(collecting)
    silent.closeAllConnections()
    silent.close()
  })

  test('a busy bucket is retried', async () => {
    let asked = 0
    const busy = createServer((_request, response) => {
      asked++
      response.writeHead(asked < 3 ? 503 : 200).end('at last')
    }).listen(0, '127.0.0.1')
    await once(busy, 'listening')
    // `as`: it listens on a port.
    const { port } = busy.address() as AddressInfo

    expect(`${await s3Store(bucketAt(`http://127.0.0.1:${port}`), credentials).get(key)}`).toBe('at last')
    busy.closeAllConnections()
    busy.close()
  })
})
