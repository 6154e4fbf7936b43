/** The body of an event, the same for webhooks, the list and the stream. Its JSON is always shorter than 20,000 bytes. */
import type { Event } from '@posthorn/contract/event-log'
import type { EventName } from '@posthorn/contract/event-names'

export type RecordedEvent = {
  id: string
  type: string
  createdAt: Date
  /** Its number among the events about the same object. */
  sequence: number
  data: object
}

const maxBytes = 19_999

/** The JSON of the body. Few are too long, so it is serialized first and then measured. */
export function toEventText(event: RecordedEvent): string {
  const { id, type, createdAt, sequence, data } = event
  const at = createdAt.toISOString()
  const text = JSON.stringify({ id, type, timestamp: at, created_at: at, sequence, data })
  // UTF-8 needs at most three bytes per UTF-16 code unit.
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return text
  return JSON.stringify(toEventBody(event))
}

export function toEventBody({ id, type, createdAt, sequence, data }: RecordedEvent): Event {
  const at = createdAt.toISOString()
  // `as`: only event names of the contract are recorded.
  const body = { id, type: type as EventName, timestamp: at, created_at: at, sequence }
  const sizeOf = (shrunk: object) => Buffer.byteLength(JSON.stringify({ ...body, data: shrunk }))
  if (sizeOf(data) <= maxBytes) return { ...body, data: { ...data } }
  for (const limit of limits) {
    const shrunk = shrinkEntries(data, limit)
    if (sizeOf(shrunk) <= maxBytes) return { ...body, data: shrunk }
  }
  return { ...body, data: {} }
}

type Limit = { characters: number; entries: number }

/**
 * Long strings are shortened first. Ids and nearly all addresses stay whole at every limit; if that is not enough, objects and lists keep
 * only their first entries.
 */
const limits: readonly Limit[] = [
  ...[8_192, 4_096, 2_048, 1_024, 512, 256, 128, 64].map(characters => ({ characters, entries: Infinity })),
  ...[256, 128, 64, 32, 16].map(entries => ({ characters: 64, entries })),
]

function shrink(value: unknown, limit: Limit): unknown {
  if (typeof value === 'string') return shorten(value, limit.characters)
  if (Array.isArray(value)) return value.slice(0, limit.entries).map(one => shrink(one, limit))
  return value && typeof value === 'object' ? shrinkEntries(value, limit) : value
}

const shrinkEntries = (value: object, limit: Limit): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value)
      .slice(0, limit.entries)
      .map(([name, one]) => [name, shrink(one, limit)]),
  )

function shorten(text: string, characters: number): string {
  if (text.length <= characters) return text
  // Never in the middle of a surrogate pair.
  const end = text.codePointAt(characters - 2) ?? 0
  return `${text.slice(0, characters - (end > 0xffff ? 2 : 1))}…`
}
