/**
 * The steps of a workflow, one schema for each type. What a schema cannot say is checked when the workflow becomes active:
 * that keys are unique, that Liquid can be read, that a step which is spoken of comes before.
 */
import { type Static, type TSchema, Type } from 'typebox'
import { ContactUpdate } from '../audience/contacts.ts'
import { EmailSend } from '../messages/email-requests.ts'
import { SmsSend } from '../messages/sms.ts'
import { HttpUrl, OneOf } from '../scalars.ts'
import { WorkflowCondition } from './condition.ts'
import {
  byType,
  exactlyOne,
  formed,
  lengths,
  settings,
  stepKey,
  TimeOfDay,
  topicId,
  WorkflowDuration,
} from './parts.ts'
import { type StepType, type WaitableEvent, waitableEvents } from './words.ts'

const liquid = (description: string, maxLength?: number) =>
  Type.String({
    pattern: '\\S',
    ...(maxLength && { maxLength }),
    description: `${description} Liquid, with contact and trigger.`,
  })

const delay = exactlyOne(
  { ...lengths, until: TimeOfDay },
  { description: 'For how long, or until when: exactly one of these. At least a second, at most 366 days.' },
)

const { from, from_name, reply_to, template_id, template_friendly_name, variables, tags, headers } =
  EmailSend.properties
const { track_opens, track_clicks, message_stream, topic_id } = EmailSend.properties

const sendEmail = settings(
  {
    from,
    from_name,
    reply_to,
    subject: Type.Optional(liquid('Required unless a template supplies it.', 998)),
    html: Type.Optional(liquid('The HTML content.')),
    text: Type.Optional(liquid('The plain text content.')),
    template_id,
    template_friendly_name,
    variables,
    tags,
    headers,
    track_opens,
    track_clicks,
    message_stream: Type.Optional(
      Type.Unsafe<Static<typeof message_stream>>({
        ...message_stream,
        default: 'broadcast',
        description: 'What nobody asked for can be unsubscribed from.',
      }),
    ),
    topic_id,
  },
  {
    description: 'An email to the contact, by the rules of POST /v1/emails. A template gets contact and trigger, too.',
  },
)

const sendSms = settings(
  {
    from: SmsSend.properties.from,
    body: Type.Optional(liquid('The text.')),
    media_urls: SmsSend.properties.media_urls,
  },
  { description: 'A text message to the contact’s number, by the rules of POST /v1/sms.' },
)

const ownEvent = formed('custom-event', 'An event of your own, such as custom.order.paid.')
const events = [OneOf(waitableEvents), ownEvent] as const
const event = Type.Unsafe<WaitableEvent>(Type.Union([...events]))
const waitForEvent = settings(
  {
    event: Type.Unsafe<WaitableEvent | WaitableEvent[]>(
      Type.Union([...events, Type.Array(event, { minItems: 1, maxItems: waitableEvents.length })], {
        description: 'Any one of them ends the wait.',
      }),
    ),
    step: Type.Optional(
      stepKey('With events of messages: the step whose message is meant, if there is more than one it can be.'),
    ),
    topic_id: Type.Optional(topicId('With contact.topic_…: of this topic, instead of any.')),
    timeout: WorkflowDuration,
  },
  { description: 'Waits for something to happen to a message sent before, or to the contact.' },
)

const updateContact = settings(ContactUpdate.properties, {
  minProperties: 1,
  description: 'Changes the contact: at least one field.',
})

const topicChange = settings({ topic_id: topicId('The id of a topic.') })

const webhook = settings(
  {
    url: HttpUrl,
    headers: Type.Optional(
      Type.Record(Type.String(), formed('header-value', 'One line of ASCII.'), {
        maxProperties: 20,
        description: 'Extra headers; not those that Posthorn writes itself.',
      }),
    ),
    body: Type.Optional(
      Type.Unknown({
        description:
          'Any JSON with at most 1,000 texts, which are Liquid, with contact and trigger. Without it: both of them.',
      }),
    ),
  },
  { description: 'A POST, signed like every webhook.' },
)

const exit = settings({
  reason: Type.Optional(
    Type.String({ pattern: '\\S', maxLength: 256, description: 'For people: it is shown with the run.' }),
  ),
})

const key = formed('step-key', 'Names the step in connections and conditions; unique in the workflow.')

const step = <T extends StepType, C extends TSchema>($id: string, type: T, config: C) =>
  Type.Object({ key, type: Type.Literal(type), config }, { $id })

/** By their types, for whoever has to do with one of them only. */
export const stepSchemas = [
  step('SendEmailStep', 'send_email', sendEmail),
  step('SendSmsStep', 'send_sms', sendSms),
  step('DelayStep', 'delay', delay),
  step('WaitForEventStep', 'wait_for_event', waitForEvent),
  step('ConditionStep', 'condition', WorkflowCondition),
  step('UpdateContactStep', 'update_contact', updateContact),
  step('AddToTopicStep', 'add_to_topic', topicChange),
  step('RemoveFromTopicStep', 'remove_from_topic', topicChange),
  step('WebhookStep', 'webhook', webhook),
  step('ExitStep', 'exit', Type.Optional(exit)),
] as const

export const WorkflowStep = byType(stepSchemas, {
  $id: 'WorkflowStep',
  description:
    'What happens to a contact. Beside these fields a step may carry others, such as where an editor draws it.',
})
export type WorkflowStep = Static<typeof WorkflowStep>
export type WorkflowStepOf<T extends StepType> = Extract<WorkflowStep, { type: T }>
