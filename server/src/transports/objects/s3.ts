/** Objects in a bucket, over the S3 API: https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html */
import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { type ObjectStore, StoreFailed } from '../object-store.ts'
import type { BodiesPlace } from './place.ts'

export type Bucket = Omit<Extract<BodiesPlace, { kind: 's3' }>, 'kind' | 'over'>
export type Credentials = { accessKey: string; secretKey: string }

/** For all tries of a request in total. */
const timeoutMs = 10_000
const maxTries = 3
/** The mean pause; randomized, so that requests refused together do not retry together. */
const firstPauseMs = 100
/** More than any content: an endless answer must not fill the memory. */
const maxLength = 64 * 1024 * 1024

export function s3Store(bucket: Bucket, { accessKey, secretKey }: Credentials, withinMs = timeoutMs): ObjectStore {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region: bucket.region,
    service: 's3',
  })

  async function ask(method: string, key: string, body?: Buffer): Promise<Response> {
    const headers = { 'x-amz-content-sha256': hash('sha256', body ?? '', 'hex') }
    // `as`: lib.dom requires unshared bytes, which these are.
    const init = { method, headers, ...(body && { body: body as Uint8Array<ArrayBuffer> }) }
    const signal = AbortSignal.timeout(withinMs)
    try {
      for (let nth = 1; ; nth++) {
        const request = await client.sign(addressOf(bucket, key), init)
        // Passed to fetch and not to the request: when the request is garbage-collected its signal is lost, and a silent bucket
        // would be waited for forever.
        const response = await fetch(request, { signal })
        if (nth === maxTries || !isBusy(response)) return response
        await response.body?.cancel()
        await pause(Math.random() * firstPauseMs * 2 ** nth, undefined, { signal })
      }
    } catch (error) {
      throw new StoreFailed(signal.aborted ? tooLate : whyFailed(error), { cause: error })
    }
  }

  return {
    name: `s3://${bucket.bucket}${bucket.prefix && `/${bucket.prefix}`}`,
    async put(key, bytes) {
      const response = await ask('PUT', key, bytes)
      if (!response.ok) throw await refused(response)
      await response.body?.cancel()
    },
    async get(key) {
      const response = await ask('GET', key)
      if (!response.ok) return orMissing(response)
      return readAll(response)
    },
    async remove(key) {
      const response = await ask('DELETE', key)
      if (!response.ok) return orMissing(response)
      await response.body?.cancel()
    },
  }
}

const isBusy = ({ status }: Response): boolean => status === 429 || status >= 500

function addressOf({ bucket, prefix, endpoint, style }: Bucket, key: string): string {
  const url = new URL(endpoint)
  if (style === 'host') url.hostname = `${bucket}.${url.hostname}`
  const path = [url.pathname.replace(/\/+$/, ''), ...(style === 'path' ? [bucket] : []), prefix, key].filter(Boolean)
  url.pathname = path.join('/')
  return url.href
}

async function readAll(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.length
      if (length > maxLength) throw new Error('the object is too long')
      chunks.push(chunk)
    }
  } catch (cause) {
    throw new StoreFailed(whyFailed(cause), { cause })
  }
  return Buffer.concat(chunks)
}

/** Only objects may be missing: a missing bucket is a wrong configuration. */
async function orMissing(response: Response): Promise<undefined> {
  const failure = await refused(response)
  if (response.status === 404 && !failure.message.includes('NoSuchBucket')) return undefined
  throw failure
}

/** Includes only the error code of the answer, such as AccessDenied. */
async function refused(response: Response): Promise<StoreFailed> {
  const text = (await readAll(response).catch(() => Buffer.alloc(0))).toString('utf8', 0, 4_096)
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1]
  return new StoreFailed(`it answered ${response.status}${code ? ` ${code}` : ''}`)
}

const tooLate = 'it did not answer in time'

function whyFailed(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return tooLate
  return error.cause instanceof Error ? error.cause.message || error.message : error.message
}
