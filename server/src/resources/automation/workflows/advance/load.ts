/** Loads everything needed to decide about runs. Locks nothing. */
import type { Clock } from '#core/clock.ts'
import type { TriggerData } from '#events/trigger.ts'
import type { Db } from '#postgres/database.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import { contactsOf, topicsOf } from '#resources/audience/contacts/read.ts'
import { toWireContact } from '#resources/audience/contacts/wire.ts'
import { membersAmong } from '#resources/audience/segments/members.ts'
import type { Facts } from '../definition/conditions.ts'
import type { Definition } from '../definition/definition.ts'
import { type HeldRun, type OpenRun, runName } from '../runs/run.ts'
import { findOpenRuns } from '../runs/run-store.ts'
import { findHeardSince, type Heard, isListening } from './listen.ts'
import { readOutcomes, readSent, type Sent, type SentBy } from './sent.ts'
import { type Version, versionReader } from './versions.ts'

/** The input of decisions. */
export type Known = { contact: Contact; definition: Definition; facts: Facts; sent: SentBy; heard: Heard | undefined }

/** `known` is undefined when the contact or the definition does not exist. */
export type LoadedRun = OpenRun & { hasContact: boolean; definition: Definition | undefined; known: Known | undefined }

export function runLoader(db: Db, clock: Clock): (wanted: readonly HeldRun[]) => Promise<LoadedRun[]> {
  const readVersions = versionReader(db)
  return async wanted => {
    const runs = await findOpenRuns(db, wanted)
    if (runs.length === 0) return []
    const [versionOf, contacts] = await Promise.all([
      readVersions(runs),
      contactsOf(
        db,
        runs.map(({ environmentId, contactId }) => ({ environmentId, id: contactId })),
      ),
    ])
    const contexts = runs.flatMap((run, index) => {
      const [contact, version] = [contacts[index], versionOf(run)]
      return contact && version ? [{ run, contact, version }] : []
    })
    const [topics, segments, sent] = await Promise.all([
      readTopics(db, contexts),
      readSegments(db, contexts, clock()),
      readSent(db, contexts),
    ])
    const [outcomes, heard] = await Promise.all([
      readOutcomes(db, contexts, sent),
      findHeardSince(db, listening(contexts, sent)),
    ])
    const known = new Map(
      contexts.map(({ run, contact, version }): [string, Known] => {
        const name = runName(run)
        const facts: Facts = {
          contact: { ...toWireContact(contact), topics: topics.get(name) ?? [], segments: segments.get(name) ?? [] },
          // `as`: runs only start with trigger data.
          trigger: run.trigger as TriggerData,
          steps: outcomes.get(name) ?? new Map(),
        }
        return [
          name,
          { contact, definition: version.definition, facts, sent: sent.get(name) ?? new Map(), heard: heard.get(name) },
        ]
      }),
    )
    return runs.map((run, index) => ({
      ...run,
      hasContact: contacts[index] !== undefined,
      definition: versionOf(run)?.definition,
      known: known.get(runName(run)),
    }))
  }
}

type RunContext = { run: OpenRun; contact: Contact; version: Version }

async function readTopics(db: Db, contexts: readonly RunContext[]): Promise<Map<string, string[]>> {
  const withTopics = contexts.filter(({ version }) => version.usesTopics)
  const topics = await topicsOf(
    db,
    withTopics.map(({ run }) => ({ environmentId: run.environmentId, id: run.contactId })),
  )
  return new Map(withTopics.map(({ run }, index) => [runName(run), topics[index] ?? []]))
}

/** The segments used in conditions, with one query each for all contacts of an environment. */
async function readSegments(db: Db, contexts: readonly RunContext[], now: Date): Promise<Map<string, string[]>> {
  const wanted = contexts.flatMap(({ run, version }) => version.segments.map(id => ({ run, id })))
  const found = new Map<string, string[]>()
  for (const same of Map.groupBy(wanted, ({ run, id }) => `${run.environmentId} ${id}`).values()) {
    const [
      {
        run: { environmentId },
        id,
      },
    ] = same as [(typeof same)[number]] // as: a group has at least one element
    const members = await membersAmong(
      db,
      environmentId,
      id,
      same.map(({ run }) => run.contactId),
      now,
    )
    for (const { run } of same)
      if (members.has(run.contactId)) found.set(runName(run), [...(found.get(runName(run)) ?? []), id])
  }
  return found
}

const listening = (contexts: readonly RunContext[], sent: ReadonlyMap<string, SentBy>) =>
  contexts.flatMap(({ run, contact, version }) => {
    const wait = isListening(run, version.definition)
    return wait ? [{ run, contact, wait, sent: sent.get(runName(run)) ?? new Map<string, Sent>() }] : []
  })
