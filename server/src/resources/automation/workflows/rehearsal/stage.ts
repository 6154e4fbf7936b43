/** How things stand in a rehearsal: the contact as its steps have changed it so far, and what its messages have come to. */
import type { TriggerData } from '#events/trigger.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import { toWireContact } from '#resources/audience/contacts/wire.ts'
import type { Facts, SendFacts } from '../definition/conditions.ts'
import type { WaitForEvent } from '../definition/definition.ts'

/** `segments` are those that the workflow asks about and that the contact belongs to. */
export type Person = { contact: Contact; topics: ReadonlySet<string>; segments: ReadonlySet<string> }

export type Stage = Person & {
  trigger: TriggerData
  /** By the key of the step. */
  sends: ReadonlyMap<string, SendFacts>
}

export const factsOf = ({ contact, topics, segments, trigger, sends }: Stage): Facts => ({
  contact: { ...toWireContact(contact), topics: [...topics], segments: [...segments] },
  trigger,
  steps: sends,
})

/** A message is taken to arrive and to be left alone, unless something else is assumed. */
export const arrived: SendFacts = { status: 'delivered', sent: true, delivered: true }

/** What a step sends in a later round takes the place of what it sent before. */
export const withSend = (stage: Stage, key: string, facts: SendFacts): Stage => ({
  ...stage,
  sends: new Map(stage.sends).set(key, facts),
})

/** The first of the events that are waited for has come. */
export function withEvent(stage: Stage, { event: [name], step }: WaitForEvent): Stage {
  const before = step === undefined ? undefined : stage.sends.get(step)
  if (name === undefined || step === undefined || !before) return stage
  return withSend(stage, step, { ...before, ...factsAfter(name.slice(name.indexOf('.') + 1)) })
}

function factsAfter(word: string): SendFacts {
  switch (word) {
    case 'opened':
      return { opened: true, open_count: 1 }
    case 'clicked':
      return { clicked: true, click_count: 1 }
    case 'unsubscribed':
      return { unsubscribed: true }
    case 'unconfirmed':
      return { status: 'sent', sent: true }
    case 'sent':
    case 'delivered':
    case 'complained':
      return { status: word, [word]: true }
    default:
      return { status: word, delivered: false, [word]: true }
  }
}
