/** Bodies of doors whose clients send a file beside fields. The schema of the operation decides what becomes of the values. */
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { invalid, Refusal } from '#core/refusal.ts'
import { collectBody } from './collect-body.ts'
import { readJsonBody } from './json-body.ts'
import { JsonScanner } from './json-scanner.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It is given a file. */
    takesFile?: true
  }
}

/** RFC 2046, 5.1.1: at most 70 characters. */
const boundary = /;[ \t]*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i

/** More than any operation has fields. */
const maxParts = 20
const longestField = 64 * 1024

/** Each name with its value: the text of a file, and what a field says, which may be JSON. */
export function parseMultipart(
  request: FastifyRequest,
  payload: Readable,
  done: (error: Error | null, body?: unknown) => void,
): void {
  const type = request.headers['content-type'] ?? ''
  collectBody(request, payload, {
    refusal: request.routeOptions.config.takesFile ? undefined : new Refusal('unsupported_media_type'),
    done(error, bytes) {
      if (error) return done(error)
      request.bodyBytes = bytes.length
      readParts(bytes, type).then(body => done(null, body), done)
    },
  })
}

async function readParts(bytes: Buffer, type: string): Promise<Record<string, unknown>> {
  const [, quoted, plain] = boundary.exec(type) ?? []
  const mark = quoted ?? plain
  if (mark === undefined) throw new Refusal('invalid_request', { message: 'The form does not say its boundary.' })
  if (countAtMost(bytes, `--${mark}`, maxParts + 2) > maxParts + 1)
    throw new Refusal('invalid_request', { message: `The form has more than ${maxParts} parts.` })
  const headers = { 'content-type': type }
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(cause => {
    throw new Refusal('invalid_request', { message: 'The form cannot be read.', cause })
  })
  const values = await Promise.all([...form].map(async ([name, value]) => [name, await readPart(name, value)] as const))
  return Object.fromEntries(values)
}

/** Counted before they are read: each part costs more than its bytes. */
function countAtMost(bytes: Buffer, mark: string, most: number): number {
  let count = 0
  for (let at = bytes.indexOf(mark); at >= 0 && count < most; at = bytes.indexOf(mark, at + mark.length)) count++
  return count
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

async function readPart(name: string, value: string | File): Promise<unknown> {
  const text = typeof value === 'string' ? value : decoded(name, await value.arrayBuffer())
  // The database cannot keep it.
  if (text.includes('\0')) throw invalid({ path: name, message: 'must not contain the character U+0000' })
  if (typeof value !== 'string') return text
  if (text.length > longestField) throw invalid({ path: name, message: 'is too long' })
  return /^\s*[[{]/.test(text) ? readJson(name, Buffer.from(text)) : text
}

function decoded(name: string, bytes: ArrayBuffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw invalid({ path: name, message: 'must be a text in UTF-8' })
  }
}

function readJson(name: string, bytes: Buffer): unknown {
  const scanner = new JsonScanner({ maxDepth: 32, maxValues: 10_000 })
  scanner.write(bytes)
  try {
    return readJsonBody(bytes, scanner)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_json')
      throw invalid({ path: name, message: 'must be JSON' })
    throw error
  }
}
