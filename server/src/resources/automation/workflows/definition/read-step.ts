import type { ContactUpdate } from '@posthorn/contract/contacts'
import type { Context } from './context.ts'
import type { Configs, Exit, Step, StepType, TopicChange } from './definition.ts'
import { readCondition } from './read-condition.ts'
import { readDelay } from './read-delay.ts'
import { readSendEmail, readSendSms } from './read-send.ts'
import { readTopic } from './read-trigger.ts'
import { readWait } from './read-wait.ts'
import { readWebhook } from './read-webhook.ts'
import { complain, fieldsOf, given, optional, type Place, readFlag, readString, readText } from './reading.ts'

const readers: { [T in StepType]: (place: Place, context: Context) => Configs[T] } = {
  send_email: readSendEmail,
  send_sms: readSendSms,
  delay: readDelay,
  wait_for_event: readWait,
  condition: readCondition,
  update_contact: readUpdate,
  add_to_topic: readTopicChange,
  remove_from_topic: readTopicChange,
  webhook: readWebhook,
  exit: readExit,
}

/** A config that is left out has no fields: what it must have is asked for by name. */
export function readStep(key: string, type: StepType, config: Place, context: Context): Step {
  const place = config.value === undefined ? { ...config, value: {} } : config
  // as: each reader gives the config of its type.
  return { key, type, config: readers[type](place, { ...context, step: key }) } as Step
}

const updatable = ['first_name', 'last_name', 'email_subscribed', 'sms_subscribed'] as const

function readUpdate(place: Place): ContactUpdate {
  const before = place.faults.length
  const field = fieldsOf(place, updatable)
  const update = given({
    first_name: optional(field('first_name'), one => readString(one)),
    last_name: optional(field('last_name'), one => readString(one)),
    email_subscribed: optional(field('email_subscribed'), readFlag),
    sms_subscribed: optional(field('sms_subscribed'), readFlag),
  })
  if (Object.keys(update).length === 0 && place.faults.length === before)
    complain(place, `needs at least one of ${updatable.join(', ')}`)
  return update
}

function readTopicChange(place: Place, { references }: Context): TopicChange {
  return { topic_id: readTopic(fieldsOf(place, ['topic_id'])('topic_id'), references) }
}

function readExit(place: Place): Exit {
  return given({ reason: optional(fieldsOf(place, ['reason'])('reason'), one => readText(one)) })
}
