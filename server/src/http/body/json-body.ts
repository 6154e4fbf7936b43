/** Reads a body as JSON, and refuses what JSON.parse lets through and the database or our own code could not bear. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Refusal } from '#core/refusal.ts'
import { Inspection } from './json-inspection.ts'
import { type JsonScan, maxCommas } from './json-scanner.ts'

/** A list that is larger is read entry by entry, so that nobody else waits for all of it. */
const atOnce = 256 * 1024

// A byte order mark is let pass at the very beginning alone, so the decoder must not swallow others.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const byteOrderMark = Buffer.from('\ufeff')

export function readJsonBody(body: Buffer, scan: JsonScan): unknown {
  if (body.length === 0) throw new Refusal('invalid_json', { message: 'The body is empty; send a JSON object.' })
  const list = body.length > atOnce ? findList(body, scan) : undefined
  if (list) return readInTurns(body, list, scan)
  const inspection = new Inspection()
  const value = parse(decode(body[0] === byteOrderMark[0] ? withoutMark(body) : body), 0)
  inspection.inspect(value)
  inspection.refuseFaults(scan.keys)
  return value
}

const withoutMark = (body: Buffer): Buffer =>
  body.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? body.subarray(byteOrderMark.length) : body

async function readInTurns(body: Buffer, list: List, { keys }: JsonScan): Promise<unknown[]> {
  const inspection = new Inspection()
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

/** The places of the brackets around it, and of the commas between its entries. */
type List = { start: number; end: number; commas: readonly number[] }

/** Undefined for what is no list, or one with more entries than anybody takes. */
function findList(body: Buffer, { commas }: JsonScan): List | undefined {
  if (commas.length === 0 || commas.length === maxCommas) return undefined
  let [start, end] = [0, body.length - 1]
  while (isSpace(body[start])) start++
  while (isSpace(body[end])) end--
  return body[start] === 0x5b && body[end] === 0x5d ? { start, end, commas } : undefined
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** What stands between two commas may be no JSON: its parsing shows it. */
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
    // V8 quotes the text around the fault, which may be somebody's message: only the position is passed on.
    const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    const where = at === undefined ? '' : ` (at position ${position + Number(at)})`
    throw new Refusal('invalid_json', { message: `The body is not valid JSON${where}.` })
  }
}
