import type { Fault } from '@posthorn/contract/errors'
import { stepExits } from '@posthorn/contract/workflows/words'
import type { WorkflowSimulate, WorkflowSimulation } from '@posthorn/contract/workflows/workflows'
import type { Caller } from '#core/caller.ts'
import { isId, newId } from '#core/id.ts'
import type { AddressPolicy } from '#core/public-address.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { Trigger } from '#events/trigger.ts'
import type { Database } from '#postgres/database.ts'
import { faultOfData } from '#resources/audience/contacts/custom-events/record.ts'
import { mergeProperties, readProperties } from '#resources/audience/contacts/properties.ts'
import { contactsOf, topicsOf } from '#resources/audience/contacts/read.ts'
import { fieldsOf } from '#resources/audience/fields/read.ts'
import { membersAmong } from '#resources/audience/segments/members.ts'
import { defaultTopics, knownTopics } from '#resources/audience/topics/read.ts'
import { readClock } from '../clock/hold.ts'
import { checkSimulated } from './activation.ts'
import type { EffectParts } from './advance/prepare.ts'
import { segmentsIn } from './advance/versions.ts'
import type { Definition } from './definition/definition.ts'
import { stepOf } from './definition/next-step.ts'
import { keyOf, readWorkflow } from './read.ts'
import { fireTrigger } from './simulation/fire-trigger.ts'
import { type Assumed, simulateRun } from './simulation/simulate-run.ts'
import type { SimulatedContact } from './simulation/simulated-state.ts'
import { findPast } from './store.ts'

export type SimulateParts = Omit<EffectParts, 'db'> & { database: Database; addresses: AddressPolicy }

/** Simulates one contact in the current workflow. Nothing is sent, stored or changed. */
export async function simulateWorkflow(
  { database, addresses, ...parts }: SimulateParts,
  caller: Caller,
  now: Date,
  id: string,
  asked: WorkflowSimulate,
): Promise<WorkflowSimulation> {
  const { db } = database
  const workflow = await readWorkflow(db, caller, id)
  const { trigger, definition } = await checkSimulated(db, caller, now, workflow, { addresses, ...parts })
  const assumed = readAssumed(definition, asked.assume ?? {})
  const aheadMs = await readClock(db, caller)
  const from = readFrom(asked.from) ?? new Date(now.getTime() + aheadMs)
  const segments = segmentsAskedFor(trigger, definition)
  const person = await findContact(database, caller, { from, aheadMs }, asked, segments)
  const eventData = readEventData(trigger, asked.trigger_data)
  const past = asked.contact_id === undefined ? newcomer : await findPast(db, keyOf(caller, id), person.contact.id)

  const { trigger: data, obstacle } = fireTrigger(trigger, person, { past, at: from, eventData })
  const state = { ...person, trigger: data, sends: new Map() }
  const { steps, endsAt, end } = await simulateRun(
    { parts: { db, ...parts }, caller, definition },
    { from, state, assumed },
  )
  return {
    would_start: obstacle === undefined,
    steps,
    ends_at: endsAt.toISOString(),
    end: obstacle === undefined ? end : `${end} But it would not start: ${obstacle}.`,
  }
}

const segmentsAskedFor = (trigger: Trigger, definition: Definition): string[] => [
  ...('segment_id' in trigger && trigger.segment_id !== undefined ? [trigger.segment_id] : []),
  ...segmentsIn(definition),
]

const newcomer = { hasRun: false, isInside: false }

function readEventData({ type }: Trigger, data: object = {}): object {
  const message = type === 'event' || isEmpty(data) ? faultOfData(data) : 'is for an event trigger: leave it out'
  if (message !== undefined) throw invalid({ path: 'trigger_data', message })
  return data
}

const isEmpty = (data: object): boolean => Object.keys(data).length === 0

/** Leaves room for five hundred delays of a year before the largest supported date. */
function readFrom(from: string | undefined): Date | undefined {
  if (from === undefined) return undefined
  const at = new Date(from)
  if (at.getUTCFullYear() >= 9000) throw invalid({ path: 'from', message: 'must be before the year 9000' })
  return at
}

function readAssumed(definition: Definition, asked: NonNullable<WorkflowSimulate['assume']>): Assumed {
  const faults: Fault[] = []
  for (const [key, way] of Object.entries(asked)) {
    const step = stepOf(definition, key)
    const ways: readonly string[] = step ? stepExits[step.type] : []
    const path = `assume.${key}`
    if (!step) faults.push({ path, message: 'must be the key of a step' })
    else if (!ways.includes(way)) faults.push({ path, message: adviceFor(step.type, ways) })
  }
  if (faults.length > 0) throw invalid(...faults)
  return new Map(Object.entries(asked))
}

const adviceFor = (type: string, ways: readonly string[]): string =>
  ways.length > 1 ? `must be ${ways.join(' or ')}` : `is for a ${type} step, which has only one way out: leave it out`

async function findContact(
  database: Database,
  caller: Caller,
  { from, aheadMs }: { from: Date; aheadMs: number },
  asked: WorkflowSimulate,
  segments: readonly string[],
): Promise<SimulatedContact> {
  const { contact_id: id, contact } = asked
  // As in a run: events and activity have real time, also where the clock is ahead.
  const memberAt = new Date(from.getTime() - aheadMs)
  if ((id === undefined) === (contact === undefined))
    throw invalid({ path: 'contact_id', message: 'or contact must be given: exactly one of the two' })
  return contact
    ? describedContact(database, caller, from, contact)
    : readContact(database, caller, memberAt, id ?? '', segments)
}

/** A simulation shows the contact's data: callers who may not read contacts describe one instead. */
async function readContact(
  { db }: Database,
  { environmentId, permissions }: Caller,
  memberAt: Date,
  id: string,
  segments: readonly string[],
): Promise<SimulatedContact> {
  if (!permissions.has('contacts:read'))
    throw new Refusal('forbidden', {
      message: 'contact_id needs the permission contacts:read: describe a contact instead.',
      details: { permission: 'contacts:read' },
    })
  const key = { environmentId, id }
  const [contact] = isId(id) ? await contactsOf(db, [key]) : []
  if (!contact) throw invalid({ path: 'contact_id', message: 'is not the id of a contact' })
  const [topics] = await topicsOf(db, [key])
  const memberships = await Promise.all(segments.map(one => membersAmong(db, environmentId, one, [id], memberAt)))
  return { contact, topics: new Set(topics), segments: new Set(segments.filter((_, nth) => memberships[nth]?.has(id))) }
}

type Described = NonNullable<WorkflowSimulate['contact']>

async function describedContact(
  database: Database,
  caller: Caller,
  at: Date,
  asked: Described,
): Promise<SimulatedContact> {
  const fields = asked.properties ? await fieldsOf(database.db, [caller.environmentId]) : undefined
  const properties = fields ? readProperties(fields(caller.environmentId), asked.properties ?? {}) : {}
  if (properties instanceof Refusal) throw within('contact', properties)
  const contact = {
    id: newId(at),
    email: asked.email ?? null,
    phoneNumber: asked.phone_number ?? null,
    firstName: asked.first_name ?? null,
    lastName: asked.last_name ?? null,
    emailSubscribed: asked.email_subscribed ?? true,
    smsSubscribed: asked.sms_subscribed ?? true,
    properties: mergeProperties(null, properties),
    createdAt: at,
    updatedAt: at,
  }
  // A described contact has no events and is on no list.
  return { contact, topics: new Set(await topicsOfDescribed(database, caller, asked.topic_ids)), segments: new Set() }
}

const within = (path: string, { details }: Refusal): Refusal =>
  // `as`: the details of this refusal are faults with paths.
  invalid(...(details as Fault[]).map(fault => ({ ...fault, path: `${path}.${fault.path}` })))

/** Like any new contact, it is subscribed to the default topics. */
async function topicsOfDescribed(database: Database, caller: Caller, asked: string[] | undefined): Promise<string[]> {
  const { environmentId } = caller
  if (!asked) return (await database.transaction(tx => defaultTopics(tx, [environmentId]))).get(environmentId) ?? []
  const possible = asked.filter(isId)
  const known = possible.length > 0 ? await knownTopics(database.db, caller, possible) : new Set()
  const faults = asked.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `contact.topic_ids.${index}`, message: 'is not the id of a topic' }],
  )
  if (faults.length > 0) throw invalid(...faults)
  return asked
}
