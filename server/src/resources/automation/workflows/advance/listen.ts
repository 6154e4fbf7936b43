/**
 * Runs that wait for an event. What counts is what stands in the events: of a message all that ever happened to it, of the
 * contact and its number only what came after the run began to listen. A wait only makes somebody look.
 */
import { createHash } from 'node:crypto'
import { sendTypeOf, type WaitableEvent } from '@posthorn/contract/workflows/words'
import type { Db, Tx } from '#postgres/database.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import { heardFrom, lastHeardFrom } from '#resources/messages/sms/read/heard.ts'
import type { Definition, WaitForEvent } from '../definition/definition.ts'
import { stepOf } from '../definition/next-step.ts'
import { type OpenRun, type RunKey, runName } from '../runs/run.ts'
import { type Ear, findHeard, findLastEvents, findOpenDetails, type Wait } from '../runs/run-store.ts'
import { sinceField } from '../runs/run-view.ts'
import type { SentBy } from './sent.ts'

export type Heard = { eventId: string; type: string }

export type Listener = { run: Pick<OpenRun, keyof RunKey | 'nth'>; contact: Contact; wait: WaitForEvent; sent: SentBy }

/** The wait that a run is in, once it has begun. */
export function isListening({ state, step }: OpenRun, definition: Definition): WaitForEvent | undefined {
  if (state !== 'waiting') return undefined
  const current = stepOf(definition, step)
  return current?.type === 'wait_for_event' ? current.config : undefined
}

type Ears = { message: WaitableEvent[]; contact: WaitableEvent[]; number: WaitableEvent[] }

function earsOf({ event }: WaitForEvent): Ears {
  const ears: Ears = { message: [], contact: [], number: [] }
  for (const name of event)
    ears[sendTypeOf(name) ? 'message' : name.startsWith('sms.') ? 'number' : 'contact'].push(name)
  return ears
}

function messageOf({ wait, sent }: Listener): string | undefined {
  const message = wait.step === undefined ? undefined : sent.get(wait.step)
  if (!message || 'skipped' in message) return undefined
  return 'emailId' in message ? message.emailId : message.smsId
}

/** What those that wait have heard meanwhile, by the name of the run. */
export async function hearAgain(db: Db, listeners: readonly Listener[]): Promise<Map<string, Heard>> {
  const marked = listeners.filter(({ wait }) => needsMark(wait)).map(({ run }) => run)
  const details = marked.length > 0 ? await findOpenDetails(db, marked) : []
  const since = new Map(details.map(one => [runName(one), String(one.detail[sinceField] ?? 0)]))
  return hear(db, listeners, run => since.get(runName(run)) ?? '0')
}

const needsMark = (wait: WaitForEvent): boolean => wait.event.some(name => sendTypeOf(name) === undefined)

async function hear(
  db: Db,
  listeners: readonly Listener[],
  since: (run: RunKey) => string,
): Promise<Map<string, Heard>> {
  const ears = listeners.flatMap(listener => [...messageEars(listener), ...contactEars(listener, since)])
  const numbers = listeners.flatMap(listener => numberEars(listener, since))
  const [events, texts] = await Promise.all([ears.length > 0 ? findHeard(db, ears) : [], heardFrom(db, numbers)])
  const heard = new Map<string, Heard>()
  for (const [index, ear] of numbers.entries()) {
    const text = texts[index]
    if (text) heard.set(runName(ear), text)
  }
  for (const { eventId, type, ...run } of events) heard.set(runName(run), { eventId, type })
  return heard
}

function messageEars(listener: Listener): Ear[] {
  const subjectId = messageOf(listener)
  const types = earsOf(listener.wait).message
  if (subjectId === undefined || types.length === 0) return []
  const { environmentId, runId } = listener.run
  return [{ environmentId, runId, subjectId, types, after: null, topicId: null }]
}

function contactEars({ run, contact, wait }: Listener, since: (run: RunKey) => string): Ear[] {
  const types = earsOf(wait).contact
  if (types.length === 0) return []
  const { environmentId, runId } = run
  return [{ environmentId, runId, subjectId: contact.id, types, after: since(run), topicId: wait.topic_id ?? null }]
}

function numberEars({ run, contact, wait }: Listener, since: (run: RunKey) => string) {
  const types = earsOf(wait).number
  if (types.length === 0 || contact.phoneNumber === null) return []
  const { environmentId, runId } = run
  return [{ environmentId, runId, number: contact.phoneNumber, types, after: since(run) }]
}

export type Begun = { heard: Heard | undefined; waits: Wait[]; detail: object | undefined }

/**
 * Begins to listen. An event that is being written down at this very moment may be in neither: so somebody looks again soon
 * (see secondLookMs).
 */
export async function beginToListen(tx: Tx, listeners: readonly Listener[]): Promise<Map<string, Begun>> {
  if (listeners.length === 0) return new Map()
  const marked = listeners.filter(({ wait }) => needsMark(wait))
  const marks = await marksOf(tx, marked)
  // Of the contact nothing counts yet.
  const heard = await hear(
    tx,
    listeners.map(one => ({ ...one, wait: { ...one.wait, event: earsOf(one.wait).message } })),
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

/** How far the events about each contact and its number have come. */
async function marksOf(tx: Tx, listeners: readonly Listener[]): Promise<Map<string, bigint>> {
  if (listeners.length === 0) return new Map()
  const numbers = listeners.flatMap(listener => numberEars(listener, () => '0'))
  const [events, texts] = await Promise.all([
    findLastEvents(
      tx,
      listeners.map(({ run, contact }) => ({ environmentId: run.environmentId, subjectId: contact.id })),
    ),
    lastHeardFrom(tx, numbers),
  ])
  const ofNumber = new Map(numbers.map((ear, index) => [runName(ear), BigInt(texts[index] ?? 0)]))
  return new Map(
    listeners.map(({ run }, index) => {
      const [own, text] = [BigInt(events[index] ?? 0), ofNumber.get(runName(run)) ?? 0n]
      return [runName(run), own > text ? own : text]
    }),
  )
}

function waitsOf(listener: Listener): Wait[] {
  const { run, contact, wait } = listener
  const ears = earsOf(wait)
  const { environmentId, runId } = run
  const about = (subjectId: string | undefined, types: readonly string[]) =>
    subjectId === undefined ? [] : types.map(type => ({ environmentId, runId, subjectId, type }))
  return [
    ...about(messageOf(listener), ears.message),
    ...about(contact.id, ears.contact),
    ...about(contact.phoneNumber === null ? undefined : subjectOfNumber(contact.phoneNumber), ears.number),
  ]
}

/** Messages from people have ids of their own: whoever waits for one from a number waits under this name. */
export const subjectOfNumber = (number: string): string =>
  createHash('md5')
    .update(number)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
