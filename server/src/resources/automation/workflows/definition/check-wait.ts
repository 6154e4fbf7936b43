import { sendTypeOf, topicWaits, type WaitableEvent } from '@posthorn/contract/workflows/words'
import { checkDuration } from './check-delay.ts'
import { type Context, checkTopic } from './context.ts'
import type { Given, WaitForEvent } from './definition.ts'
import { complain, type Field, inside } from './field.ts'

/** One event is a list of one. Which step's message is meant when none is named is found out later, from the way to here. */
export function checkWait(field: Field, given: Given<'wait_for_event'>, context: Context): WaitForEvent {
  const event = [...new Set(typeof given.event === 'string' ? [given.event] : given.event)]
  const sends = new Set(event.flatMap(name => sendTypeOf(name) ?? []))
  const [wanted] = sends
  if (sends.size > 1)
    complain(inside(field, 'event'), 'must be about emails or text messages, not about both: they are different steps')
  if (given.step !== undefined) checkSend(inside(field, 'step'), given.step, wanted, context)
  checkTopicOf(inside(field, 'topic_id'), given.topic_id, event, context)
  checkDuration(inside(field, 'timeout'), given.timeout)
  return { ...given, event }
}

function checkSend(field: Field, key: string, wanted: string | undefined, { types, mentions, step }: Context): void {
  if (!wanted) complain(field, 'is for events of messages, such as email.opened: leave it out')
  else if (types.get(key) !== wanted) complain(field, `must be the key of a ${wanted} step before this one`)
  else mentions.push({ path: field.path, by: step, step: key })
}

function checkTopicOf(
  field: Field,
  id: string | undefined,
  events: readonly WaitableEvent[],
  { references }: Context,
): void {
  if (id !== undefined && !topicWaits.some(event => events.includes(event)))
    complain(field, `is for ${topicWaits.join(' and ')}: leave it out`)
  checkTopic(field, id, references)
}
