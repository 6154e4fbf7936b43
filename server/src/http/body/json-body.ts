/** Parses a body as JSON, and refuses values that JSON.parse accepts but the database or our code cannot handle. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Refusal } from '#core/refusal.ts'
import { Inspection } from './json-inspection.ts'
import { type JsonScan, maxCommas } from './json-scanner.ts'

/** A larger list is parsed entry by entry, so that it does not block other requests. */
const atOnce = 256 * 1024

// A byte order mark is allowed only at the very start, so the decoder must not drop others.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const byteOrderMark = Buffer.from('\ufeff')

export function readJsonBody(body: Buffer, scan: JsonScan, inspection = new Inspection()): unknown {
  if (body.length === 0) throw new Refusal('invalid_json', { message: 'The body is empty; send a JSON object.' })
  const list = body.length > atOnce ? findList(body, scan) : undefined
  if (list) return readInTurns(body, list, scan, inspection)
  const value = parse(decode(body[0] === byteOrderMark[0] ? withoutMark(body) : body), 0)
  inspection.inspect(value)
  inspection.refuseFaults(scan.keys)
  return value
}

const withoutMark = (body: Buffer): Buffer =>
  body.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? body.subarray(byteOrderMark.length) : body

async function readInTurns(body: Buffer, list: List, { keys }: JsonScan, inspection: Inspection): Promise<unknown[]> {
  const values: unknown[] = []
  let position = list.start + 1
  let sinceTurn = 0
  for (const entry of entriesOf(body, list)) {
    const text = decode(entry)
    values.push(parse(text, position))
    inspection.inspectAt(values.length - 1, values.at(-1))
    position += text.length + 1
    sinceTurn += entry.length
    if (sinceTurn < atOnce) continue
    sinceTurn = 0
    await nextTurn()
  }
  inspection.refuseFaults(keys)
  return values
}

/** The offsets of its brackets, and of the commas between its entries. */
type List = { start: number; end: number; commas: readonly number[] }

/** Undefined when the body is not a list, or has more entries than any operation takes. */
function findList(body: Buffer, { commas }: JsonScan): List | undefined {
  if (commas.length === 0 || commas.length === maxCommas) return undefined
  let [start, end] = [0, body.length - 1]
  while (isSpace(body[start])) start++
  while (isSpace(body[end])) end--
  return body[start] === 0x5b && body[end] === 0x5d ? { start, end, commas } : undefined
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** A slice between two commas may not be JSON; parsing it finds that. */
function* entriesOf(body: Buffer, { start, end, commas }: List): Generator<Buffer> {
  let from = start + 1
  for (const comma of commas) {
    yield body.subarray(from, comma)
    from = comma + 1
  }
  yield body.subarray(from, end)
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Refusal('invalid_json', { message: 'The body is not valid UTF-8.' })
  }
}

function parse(text: string, position: number): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // V8 quotes the text around the fault, which may be private: only the position is passed on.
    const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    const where = at === undefined ? '' : ` (at position ${position + Number(at)})`
    throw new Refusal('invalid_json', { message: `The body is not valid JSON${where}.` })
  }
}
