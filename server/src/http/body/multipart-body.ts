/** Multipart bodies for doors: a file beside fields. The schema of the operation defines how values are read. */
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { invalid, Refusal } from '#core/refusal.ts'
import { collectBody } from './collect-body.ts'
import { readJsonBody } from './json-body.ts'
import { faultOfText } from './json-inspection.ts'
import { JsonScanner } from './json-scanner.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation takes a file. */
    takesFile?: true
  }
}

/** RFC 2046, 5.1.1: at most 70 characters. */
const boundary = /;[ \t]*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i

/** More than the fields of any operation. */
const maxParts = 20
const maxHeadBytes = 4 * 1024
const maxFieldBytes = 64 * 1024

/** Maps each name to its value: the text of a file, or the text or JSON of a field. */
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
      try {
        done(null, Object.fromEntries(partsOf(bytes, type).map(toEntry)))
      } catch (refusal) {
        done(refusal as Error)
      }
    },
  })
}

type Part = { name: string; isFile: boolean; bytes: Buffer }

/**
 * Parsed by hand in a single pass, in linear time (RFC 7578). Node's form reader takes seconds for a part with many headers or a long name, and
 * blocks all other requests meanwhile.
 */
function partsOf(bytes: Buffer, type: string): Part[] {
  const [, quoted, plain] = boundary.exec(type) ?? []
  const mark = quoted ?? plain
  if (mark === undefined) throw unreadable('The content-type has no multipart boundary.')
  const [opening, between] = [`--${mark}`, `\r\n--${mark}`]
  const parts: Part[] = []
  for (let at = bytes.indexOf(opening); at >= 0; ) {
    at += opening.length
    if (bytes.toString('latin1', at, at + 2) === '--') return parts
    if (parts.length === maxParts) throw unreadable(`The form has more than ${maxParts} parts.`)
    const headEnd = bytes.subarray(at, at + maxHeadBytes).indexOf('\r\n\r\n')
    const end = headEnd < 0 ? -1 : bytes.indexOf(between, at + headEnd + 2)
    if (end < 0) break
    const start = at + headEnd + 4
    parts.push({ ...labelOf(bytes.toString('utf8', at, start)), bytes: bytes.subarray(start, Math.max(start, end)) })
    at = end + 2
  }
  throw unreadable('The form is incomplete: a part has no end.')
}

const unreadable = (message: string): Refusal => new Refusal('invalid_request', { message })

function labelOf(head: string): Pick<Part, 'name' | 'isFile'> {
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? ''
  const name = /;[ \t]*name="([^"]*)"/i.exec(disposition)?.[1]
  if (name === undefined) throw unreadable('A part of the form has no name.')
  return { name, isFile: /;[ \t]*filename\*?=/i.test(disposition) }
}

function toEntry({ name, isFile, bytes }: Part): [string, unknown] {
  if (!isFile && bytes.length > maxFieldBytes) throw invalid({ path: name, message: 'is too long' })
  const text = decoded(name, bytes)
  const fault = faultOfText(text)
  if (fault) throw invalid({ path: name, message: fault })
  return [name, !isFile && /^\s*[[{]/.test(text) ? readJson(name, bytes) : text]
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decoded(name: string, bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw invalid({ path: name, message: 'must be text in UTF-8' })
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
