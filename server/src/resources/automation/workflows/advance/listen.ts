/**
 * Runs that wait for an event. The recorded events decide: for a message, all of its events count; for the contact and its number, only those after
 * the run began to listen. Rows in workflow_waits only wake the run.
 */
import { createHash } from 'node:crypto'
import { sendTypeOf, type WaitableEvent } from '@posthorn/contract/workflows/words'
import type { Db, Tx } from '#postgres/database.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import { inboundFrom, lastInboundFrom } from '#resources/messages/sms/read/inbound-events.ts'
import type { Definition, WaitForEvent } from '../definition/definition.ts'
import { stepOf } from '../definition/next-step.ts'
import { type OpenRun, type RunKey, runName } from '../runs/run.ts'
import { type EventFilter, findHeard, findLastEvents, findOpenDetails, type Wait } from '../runs/run-store.ts'
import { sinceField } from '../runs/run-view.ts'
import type { SentBy } from './sent.ts'

export type Heard = { eventId: string; type: string }

export type Listener = { run: Pick<OpenRun, keyof RunKey | 'nth'>; contact: Contact; wait: WaitForEvent; sent: SentBy }

/** The wait a run is in, if it has begun. */
export function isListening({ state, step }: OpenRun, definition: Definition): WaitForEvent | undefined {
  if (state !== 'waiting') return undefined
  const current = stepOf(definition, step)
  return current?.type === 'wait_for_event' ? current.config : undefined
}

type EventsByScope = { message: WaitableEvent[]; contact: WaitableEvent[]; number: WaitableEvent[] }

function eventsByScope({ event }: WaitForEvent): EventsByScope {
  const events: EventsByScope = { message: [], contact: [], number: [] }
  for (const name of event)
    events[sendTypeOf(name) ? 'message' : name.startsWith('sms.') ? 'number' : 'contact'].push(name)
  return events
}

function messageOf({ wait, sent }: Listener): string | undefined {
  const message = wait.step === undefined ? undefined : sent.get(wait.step)
  if (!message || 'skipped' in message) return undefined
  return 'emailId' in message ? message.emailId : message.smsId
}

/** The events that waiting runs have received since, by run name. */
export async function findHeardSince(db: Db, listeners: readonly Listener[]): Promise<Map<string, Heard>> {
  const marked = listeners.filter(({ wait }) => needsMark(wait)).map(({ run }) => run)
  const details = marked.length > 0 ? await findOpenDetails(db, marked) : []
  const since = new Map(details.map(one => [runName(one), String(one.detail[sinceField] ?? 0)]))
  return findHeardEvents(db, listeners, run => since.get(runName(run)) ?? '0')
}

const needsMark = (wait: WaitForEvent): boolean => wait.event.some(name => sendTypeOf(name) === undefined)

async function findHeardEvents(
  db: Db,
  listeners: readonly Listener[],
  since: (run: RunKey) => string,
): Promise<Map<string, Heard>> {
  const filters = listeners.flatMap(listener => [...messageFilters(listener), ...contactFilters(listener, since)])
  const numbers = listeners.flatMap(listener => numberFilters(listener, since))
  const [events, texts] = await Promise.all([
    filters.length > 0 ? findHeard(db, filters) : [],
    inboundFrom(db, numbers),
  ])
  const heard = new Map<string, Heard>()
  for (const [index, filter] of numbers.entries()) {
    const text = texts[index]
    if (text) heard.set(runName(filter), text)
  }
  for (const { eventId, type, ...run } of events) heard.set(runName(run), { eventId, type })
  return heard
}

function messageFilters(listener: Listener): EventFilter[] {
  const subjectId = messageOf(listener)
  const types = eventsByScope(listener.wait).message
  if (subjectId === undefined || types.length === 0) return []
  const { environmentId, runId } = listener.run
  return [{ environmentId, runId, subjectId, types, after: null, topicId: null }]
}

function contactFilters({ run, contact, wait }: Listener, since: (run: RunKey) => string): EventFilter[] {
  const types = eventsByScope(wait).contact
  if (types.length === 0) return []
  const { environmentId, runId } = run
  return [{ environmentId, runId, subjectId: contact.id, types, after: since(run), topicId: wait.topic_id ?? null }]
}

function numberFilters({ run, contact, wait }: Listener, since: (run: RunKey) => string) {
  const types = eventsByScope(wait).number
  if (types.length === 0 || contact.phoneNumber === null) return []
  const { environmentId, runId } = run
  return [{ environmentId, runId, number: contact.phoneNumber, types, after: since(run) }]
}

export type Begun = { heard: Heard | undefined; waits: Wait[]; detail: object | undefined }

/** Begins to listen. An event that is being committed right now may be missed, so the run is checked again soon (see recheckAfterMs). */
export async function beginToListen(tx: Tx, listeners: readonly Listener[]): Promise<Map<string, Begun>> {
  if (listeners.length === 0) return new Map()
  const marked = listeners.filter(({ wait }) => needsMark(wait))
  const marks = await marksOf(tx, marked)
  // Earlier events of the contact do not count.
  const heard = await findHeardEvents(
    tx,
    listeners.map(one => ({ ...one, wait: { ...one.wait, event: eventsByScope(one.wait).message } })),
    () => '0',
  )
  return new Map(
    listeners.map(listener => {
      const name = runName(listener.run)
      const mark = marks.get(name)
      const detail = mark === undefined ? undefined : { [sinceField]: Number(mark) }
      return [name, { heard: heard.get(name), waits: waitsOf(listener), detail }]
    }),
  )
}

/** The current position of the events about each contact and its number. */
async function marksOf(tx: Tx, listeners: readonly Listener[]): Promise<Map<string, bigint>> {
  if (listeners.length === 0) return new Map()
  const numbers = listeners.flatMap(listener => numberFilters(listener, () => '0'))
  const [events, texts] = await Promise.all([
    findLastEvents(
      tx,
      listeners.map(({ run, contact }) => ({ environmentId: run.environmentId, subjectId: contact.id })),
    ),
    lastInboundFrom(tx, numbers),
  ])
  const ofNumber = new Map(numbers.map((filter, index) => [runName(filter), BigInt(texts[index] ?? 0)]))
  return new Map(
    listeners.map(({ run }, index) => {
      const [own, text] = [BigInt(events[index] ?? 0), ofNumber.get(runName(run)) ?? 0n]
      return [runName(run), own > text ? own : text]
    }),
  )
}

function waitsOf(listener: Listener): Wait[] {
  const { run, contact, wait } = listener
  const events = eventsByScope(wait)
  const { environmentId, runId } = run
  const about = (subjectId: string | undefined, types: readonly string[]) =>
    subjectId === undefined ? [] : types.map(type => ({ environmentId, runId, subjectId, type }))
  return [
    ...about(messageOf(listener), events.message),
    ...about(contact.id, events.contact),
    ...about(contact.phoneNumber === null ? undefined : subjectOfNumber(contact.phoneNumber), events.number),
  ]
}

/** Inbound messages have ids of their own, so waits for a number are stored under an id derived from the number. */
export const subjectOfNumber = (number: string): string =>
  createHash('md5')
    .update(number)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
