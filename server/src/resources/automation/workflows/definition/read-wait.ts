import type { Context } from './context.ts'
import type { WaitForEvent } from './definition.ts'
import { readDuration } from './read-delay.ts'
import { readTopic } from './read-trigger.ts'
import { complain, fieldsOf, given, optional, type Place, readFilledList, readOneOf, readText } from './reading.ts'
import { sendTypeOf, topicWaits, type WaitableEvent, waitableEvents } from './waitable-events.ts'

/** Which step's message is meant when none is named is found out later, from the way to here. */
export function readWait(place: Place, context: Context): WaitForEvent {
  const field = fieldsOf(place, ['event', 'step', 'topic_id', 'timeout'])
  const event = readEvents(field('event'))
  const about = (read: (place: Place) => string) => (one: Place) => (event.length === 0 ? '' : read(one))
  refuseTwoChannels(field('event'), event)
  return given({
    event,
    step: optional(
      field('step'),
      about(one => readSend(one, event, context)),
    ),
    topic_id: optional(
      field('topic_id'),
      about(one => readTopicOf(one, event, context)),
    ),
    timeout: readDuration(field('timeout')),
  })
}

/** One name is a list of one; none are left when there is a fault in them. */
function readEvents(place: Place): WaitableEvent[] {
  const read = (one: Place) => readOneOf(one, waitableEvents)
  const before = place.faults.length
  const events = Array.isArray(place.value) ? readFilledList(place, waitableEvents.length, read) : [read(place)]
  return place.faults.length > before ? [] : [...new Set(events)]
}

function refuseTwoChannels(place: Place, events: readonly WaitableEvent[]): void {
  const channels = new Set(events.flatMap(event => sendTypeOf(event) ?? []))
  if (channels.size > 1)
    complain(place, 'must be about emails or text messages, not about both: they are different steps')
}

function readSend(place: Place, events: readonly WaitableEvent[], { types, mentions, step }: Context): string {
  const key = readText(place, 64)
  const wanted = events.map(sendTypeOf).find(type => type !== undefined)
  if (!wanted) complain(place, 'is for events of messages, such as email.opened: leave it out')
  else if (key !== '' && types.get(key) !== wanted)
    complain(place, `must be the key of a ${wanted} step before this one`)
  else if (key !== '') mentions.push({ path: place.path, by: step, step: key })
  return key
}

function readTopicOf(place: Place, events: readonly WaitableEvent[], { references }: Context): string {
  if (!topicWaits.some(event => events.includes(event)))
    complain(place, `is for ${topicWaits.join(' and ')}: leave it out`)
  return readTopic(place, references)
}
