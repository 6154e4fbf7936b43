/**
 * The steps of a workflow, one schema per type. Rules that a schema cannot express are checked when the workflow becomes active:
 * keys are unique, Liquid parses, and a referenced step comes earlier.
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
    description: `${description} In Liquid, with contact and trigger.`,
  })

const delay = exactlyOne(
  { ...lengths, until: TimeOfDay },
  { description: 'How long to wait, or until when. Give exactly one of these. At least a second, at most 366 days.' },
)

const { from, from_name, reply_to, template_id, template_friendly_name, variables, tags, headers } =
  EmailSend.properties
const { track_opens, track_clicks, message_stream, topic_id } = EmailSend.properties

const sendEmail = settings(
  {
    from,
    from_name,
    reply_to,
    subject: Type.Optional(liquid('The subject. Required unless a template supplies it.', 998)),
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
        description: 'Default: broadcast, so recipients can unsubscribe.',
      }),
    ),
    topic_id,
  },
  {
    description:
      'Sends an email to the contact, by the rules of POST /v1/emails. Templates also get contact and trigger.',
  },
)

const sendSms = settings(
  {
    from: SmsSend.properties.from,
    body: Type.Optional(liquid('The text.')),
    media_urls: SmsSend.properties.media_urls,
  },
  { description: 'Sends a text message to the number of the contact, by the rules of POST /v1/sms.' },
)

const ownEvent = formed('custom-event', 'A custom event, such as custom.order.paid.')
const events = [OneOf(waitableEvents), ownEvent] as const
const event = Type.Unsafe<WaitableEvent>(Type.Union([...events]))
const waitForEvent = settings(
  {
    event: Type.Unsafe<WaitableEvent | WaitableEvent[]>(
      Type.Union([...events, Type.Array(event, { minItems: 1, maxItems: waitableEvents.length })], {
        description: 'The event or events to wait for. Any one of them ends the wait.',
      }),
    ),
    step: Type.Optional(
      stepKey('For message events: the step whose message to wait for. Required if there is more than one candidate.'),
    ),
    topic_id: Type.Optional(topicId('For contact.topic_… events: only this topic. Default: any topic.')),
    timeout: WorkflowDuration,
  },
  { description: 'Waits for an event of a message sent by an earlier step, or of the contact.' },
)

const updateContact = settings(ContactUpdate.properties, {
  minProperties: 1,
  description: 'Changes the contact. Give at least one field.',
})

const topicChange = settings({ topic_id: topicId('The id of a topic.') })

const webhook = settings(
  {
    url: HttpUrl,
    headers: Type.Optional(
      Type.Record(Type.String(), formed('header-value', 'One line of ASCII.'), {
        maxProperties: 20,
        description: 'Additional headers, except those that Posthorn sets itself.',
      }),
    ),
    body: Type.Optional(
      Type.Unknown({
        description:
          'Any JSON with at most 1,000 strings, each in Liquid with contact and trigger. Default: contact and trigger.',
      }),
    ),
  },
  { description: 'Sends a POST request, signed like every webhook.' },
)

const exit = settings({
  reason: Type.Optional(
    Type.String({ pattern: '\\S', maxLength: 256, description: 'The reason, shown with the run.' }),
  ),
})

const key = formed('step-key', 'The key of the step, used in connections and conditions. Unique within the workflow.')

const step = <T extends StepType, C extends TSchema>($id: string, type: T, config: C) =>
  Type.Object({ key, type: Type.Literal(type), config }, { $id })

/** The schema of each step type. */
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
  description: 'A step of the workflow. It can have other fields too, such as its position in an editor.',
})
export type WorkflowStep = Static<typeof WorkflowStep>
export type WorkflowStepOf<T extends StepType> = Extract<WorkflowStep, { type: T }>
