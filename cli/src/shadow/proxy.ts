/** Passes each request on to the old service and the answer back, unchanged, and keeps a copy of both for the comparison. */
import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

/** A copy of a body; undefined when it is too large to keep. */
export type Copy = { bytes(): Buffer | undefined; add(part: Buffer): void }

/** The body limit of our API. */
const maxRequestCopy = 15 * 1024 * 1024
const maxAnswerCopy = 1024 * 1024
const timeoutMs = 120_000

const hopByHop = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
)

export function copyUpTo(limit: number): Copy {
  let parts: Buffer[] | undefined = []
  let size = 0
  return {
    add(part) {
      size += part.length
      if (size > limit) parts = undefined
      parts?.push(part)
    },
    bytes: () => parts && Buffer.concat(parts),
  }
}

type Passed = { status: number; body: Buffer | undefined }

/** Calls `received` when the client has sent the whole request. Rejects when there is no answer, or the client disconnects. */
export async function forwardRequest(
  old: URL,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  received: (body: Buffer | undefined) => void,
): Promise<Passed> {
  const request = copyUpTo(maxRequestCopy)
  const send = old.protocol === 'https:' ? requestHttps : requestHttp
  const upstream = send({
    ...{ protocol: old.protocol, hostname: old.hostname, port: old.port },
    method: incoming.method,
    path: old.pathname.replace(/\/$/, '') + (incoming.url ?? '/'),
    headers: headersFor(old, incoming.rawHeaders),
    timeout: timeoutMs,
  })
  upstream.once('timeout', () => upstream.destroy(new Error(`no answer within ${timeoutMs / 1_000} s`)))
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) upstream.destroy(new Error('the client disconnected'))
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    upstream.once('response', resolve).once('error', reject),
  )
  const sent = pipeline(
    incoming,
    copying(request, () => received(request.bytes())),
    upstream,
  )
  // The old service can answer before it has read everything.
  sent.catch(() => {})
  const answer = await answered
  const copy = copyUpTo(maxAnswerCopy)
  outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutHops(answer.rawHeaders))
  await pipeline(answer, copying(copy), outgoing)
  return { status: answer.statusCode ?? 502, body: await unpacked(copy.bytes(), answer.headers['content-encoding']) }
}

const copying = (copy: Copy, ended = () => {}) =>
  async function* (source: AsyncIterable<Buffer>) {
    for await (const part of source) {
      copy.add(part)
      yield part
    }
    ended()
  }

/** As a flat list, as in Node's rawHeaders, so no header is joined or renamed. */
function withoutHops(raw: readonly string[]): string[] {
  return raw.filter((_, at) => !hopByHop.has((raw[at - (at % 2)] ?? '').toLowerCase()))
}

/** The headers of the client without hop-by-hop headers, for another host. */
function headersFor(old: URL, raw: readonly string[]): string[] {
  const own = withoutHops(raw)
  const rest = own.filter((_, at) => (own[at - (at % 2)] ?? '').toLowerCase() !== 'host')
  const isChunked = raw.some((name, at) => at % 2 === 0 && name.toLowerCase() === 'transfer-encoding')
  return ['Host', old.host, ...rest, ...(isChunked ? ['Transfer-Encoding', 'chunked'] : [])]
}

const unpackers = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) }

/** Undefined when the body cannot be decompressed. */
async function unpacked(body: Buffer | undefined, encoding: string | undefined): Promise<Buffer | undefined> {
  if (!body || encoding === undefined || encoding === 'identity') return body
  const unpack = Object.entries(unpackers).find(([name]) => name === encoding)?.[1]
  return unpack?.(body, { maxOutputLength: 4 * maxAnswerCopy }).catch(() => undefined)
}
