/** Reads a body as JSON, and refuses what JSON.parse lets through and the database or our own code could not bear. */
import type { Fault } from '@posthorn/contract/errors'
import { invalid, Refusal } from '#refusal.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function readJsonBody(bytes: Buffer, maxDepth: number): unknown {
  const text = decode(bytes)
  const { depth, keys } = scan(text)
  if (depth > maxDepth) throw invalid({ path: 'body', message: 'must not nest more than 32 levels deep' })
  const value = parse(text)
  const seen: Inspection = { keys: 0, faults: [], path: [] }
  inspect(value, seen)
  if (seen.faults.length > 0) throw invalid(...seen.faults)
  if (seen.keys !== keys)
    throw new Refusal('invalid_json', { message: 'The body has an object with the same key twice.' })
  return value
}

function decode(bytes: Buffer): string {
  if (bytes.length === 0) throw new Refusal('invalid_json', { message: 'The body is empty; send a JSON object.' })
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Refusal('invalid_json', { message: 'The body is not valid UTF-8.' })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // V8 quotes the text around the fault, which may be somebody's message: only the position is passed on.
    const at = /position \d+/.exec(error instanceof Error ? error.message : '')
    throw new Refusal('invalid_json', { message: `The body is not valid JSON${at ? ` (at ${at[0]})` : ''}.` })
  }
}

/**
 * Depth and number of keys, from the text alone: V8 would parse a million nested arrays without a word, and keeps the
 * last of two equal keys. Strings are skipped with indexOf, so a long html costs next to nothing.
 */
function scan(text: string): { depth: number; keys: number } {
  let depth = 0
  let deepest = 0
  let keys = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) at = endOfString(text, at)
    else if (code === 58) keys++
    else if (code === 91 || code === 123) {
      if (++depth > deepest) deepest = depth
    } else if (code === 93 || code === 125) depth--
  }
  return { depth: deepest, keys }
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === 92) backslashes++
    if (backslashes % 2 === 0) return at
  }
  return text.length
}

const maxFaults = 20

/** The path is put together only where there is a fault: most values have none. */
type Inspection = { keys: number; faults: Fault[]; path: (string | number)[] }

function inspect(value: unknown, seen: Inspection): void {
  if (typeof value === 'string') note(seen, faultOfText(value))
  else if (typeof value === 'number') note(seen, faultOfNumber(value))
  else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) inspectAt(seen, index, value[index])
  } else if (value && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      seen.keys++
      note(seen, faultOfKey(key))
      inspectAt(seen, key, item)
    }
  }
}

function inspectAt(seen: Inspection, key: string | number, value: unknown): void {
  seen.path.push(key)
  inspect(value, seen)
  seen.path.pop()
}

function note({ faults, path }: Inspection, message: string | undefined): void {
  if (message && faults.length < maxFaults) faults.push({ path: path.join('.') || 'body', message })
}

/** JSON.parse makes Infinity of 1e400, which JSON cannot say back. */
const faultOfNumber = (number: number): string | undefined =>
  Number.isFinite(number) ? undefined : 'must be a number of at most 308 digits'

function faultOfKey(key: string): string | undefined {
  if (key === '__proto__') return 'must not have the key __proto__'
  return faultOfText(key) && 'must not have a key with U+0000 or half of a surrogate pair'
}

/** The database can hold neither, and nobody means to send them. */
export function faultOfText(text: string): string | undefined {
  if (text.includes('\u0000')) return 'must not contain the character U+0000'
  if (!text.isWellFormed()) return 'must not contain half of a surrogate pair'
  return undefined
}
