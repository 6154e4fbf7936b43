import { sendTypeOf, topicWaits, type WaitableEvent } from '@posthorn/contract/workflows/words'
import { checkDuration } from './check-delay.ts'
import { type Context, checkTopic } from './context.ts'
import type { Given, WaitForEvent } from './definition.ts'
import { addFault, type Field, inside } from './field.ts'

/** Normalizes a single event to a list. If no step is named, the step is determined later from the graph. */
export function checkWait(field: Field, given: Given<'wait_for_event'>, context: Context): WaitForEvent {
  const event = [...new Set(typeof given.event === 'string' ? [given.event] : given.event)]
  const sends = new Set(event.flatMap(name => sendTypeOf(name) ?? []))
  const [wanted] = sends
  if (sends.size > 1)
    addFault(inside(field, 'event'), 'must be about emails or text messages, not about both: they are different steps')
  if (given.step !== undefined) checkSend(inside(field, 'step'), given.step, wanted, context)
  checkTopicOf(inside(field, 'topic_id'), given.topic_id, event, context)
  checkDuration(inside(field, 'timeout'), given.timeout)
  return { ...given, event }
}

function checkSend(field: Field, key: string, wanted: string | undefined, { types, mentions, step }: Context): void {
  if (!wanted) addFault(field, 'is for events of messages, such as email.opened: leave it out')
  else if (types.get(key) !== wanted) addFault(field, `must be the key of a ${wanted} step before this one`)
  else mentions.push({ path: field.path, by: step, step: key })
}

function checkTopicOf(
  field: Field,
  id: string | undefined,
  events: readonly WaitableEvent[],
  { references }: Context,
): void {
  if (id !== undefined && !topicWaits.some(event => events.includes(event)))
    addFault(field, `is for ${topicWaits.join(' and ')}: leave it out`)
  checkTopic(field, id, references)
}
