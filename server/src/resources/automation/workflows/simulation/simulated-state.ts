/** The state of a simulation: the contact as changed by its steps, and the facts about its messages. */
import type { TriggerData } from '#events/trigger.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import { toWireContact } from '#resources/audience/contacts/wire.ts'
import type { Facts, SendFacts } from '../definition/conditions.ts'
import type { WaitForEvent } from '../definition/definition.ts'

/** `segments`: those used by the workflow that the contact belongs to. */
export type SimulatedContact = { contact: Contact; topics: ReadonlySet<string>; segments: ReadonlySet<string> }

export type SimulatedState = SimulatedContact & {
  trigger: TriggerData
  /** By step key. */
  sends: ReadonlyMap<string, SendFacts>
}

export const factsOf = ({ contact, topics, segments, trigger, sends }: SimulatedState): Facts => ({
  contact: { ...toWireContact(contact), topics: [...topics], segments: [...segments] },
  trigger,
  steps: sends,
})

/** Messages are assumed to be delivered and not opened, unless the caller assumes otherwise. */
export const arrived: SendFacts = { status: 'delivered', sent: true, delivered: true }

/** In a loop, a later send replaces the earlier one. */
export const withSend = (state: SimulatedState, key: string, facts: SendFacts): SimulatedState => ({
  ...state,
  sends: new Map(state.sends).set(key, facts),
})

/** Applies the first of the awaited events. */
export function withEvent(state: SimulatedState, { event: [name], step }: WaitForEvent): SimulatedState {
  const before = step === undefined ? undefined : state.sends.get(step)
  if (name === undefined || step === undefined || !before) return state
  return withSend(state, step, { ...before, ...factsAfter(name.slice(name.indexOf('.') + 1)) })
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
