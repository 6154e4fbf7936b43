/** What starts a run, and the steps it takes. */
import { type Static, Type } from 'typebox'
import { OneOf } from '../scalars.ts'
import { byType, formed, settings, stepKey, timezone, topicId } from './parts.ts'
import { WorkflowStep } from './steps.ts'
import {
  type ChangingProperty,
  changingProperties,
  connectionTypes,
  type Reentry,
  reentryRules,
  type TriggerType,
} from './words.ts'

const reentry = (usual: Reentry) =>
  Type.Optional(
    OneOf(reentryRules, {
      default: usual,
      description:
        'once: a contact comes in a single time, ever. after_finish: again, but never twice at the same time.',
    }),
  )

const trigger = <T extends TriggerType, P extends object>(
  $id: string,
  type: T,
  properties: P,
  usual: Reentry = 'once',
) => settings({ type: Type.Literal(type), ...properties, reentry: reentry(usual) }, { $id })

const value = (description: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], { description }))

const changingProperty = Type.Unsafe<ChangingProperty>(
  formed('changing-property', `${changingProperties.join(', ')}, or a field of your own such as properties.plan.`),
)

const anyTopic = { topic_id: Type.Optional(topicId('Of this topic; of any unless given.')) }

const triggers = [
  trigger('ContactCreatedTrigger', 'contact_created', {}),
  trigger('ContactPropertyChangedTrigger', 'contact_property_changed', {
    property: changingProperty,
    from: value('Only from this value. Null stands for what is not set.'),
    to: value('Only to this value.'),
  }),
  trigger('ContactAddedToTopicTrigger', 'contact_added_to_topic', anyTopic),
  trigger('ContactRemovedFromTopicTrigger', 'contact_removed_from_topic', anyTopic),
  trigger(
    'EventTrigger',
    'event',
    {
      event: formed('custom-event-name', 'The name of an event of your own, as POST /v1/contacts/{id}/events has it.'),
    },
    'after_finish',
  ),
  trigger(
    'TimeBasedTrigger',
    'time_based',
    {
      cron: Type.String({
        minLength: 1,
        maxLength: 256,
        description: 'Minute, hour, day of the month, month and day of the week, or a word such as @daily.',
        examples: ['0 9 * * MON-FRI'],
      }),
      timezone,
      topic_id: Type.Optional(topicId('For the contacts of this topic; for all unless given.')),
      segment_id: Type.Optional(
        Type.String({ description: 'For those who belong to this segment when it fires; for all unless given.' }),
      ),
    },
    'after_finish',
  ),
] as const

export const WorkflowTrigger = byType(triggers, { $id: 'WorkflowTrigger', description: 'What starts a run.' })
export type WorkflowTrigger = Static<typeof WorkflowTrigger>

export const WorkflowConnection = Type.Object(
  {
    from: stepKey('The key of the step it leaves.'),
    to: stepKey('The key of the step it leads to.'),
    type: Type.Optional(
      OneOf(connectionTypes, {
        default: 'default',
        description:
          'By which way: condition_met or condition_not_met of a condition, event_received or timeout of a wait, default of all others. One that leads nowhere ends the run.',
      }),
    ),
  },
  { $id: 'WorkflowConnection' },
)
export type WorkflowConnection = Static<typeof WorkflowConnection>

export const WorkflowDefinition = Type.Object(
  {
    steps: Type.Array(WorkflowStep, { minItems: 1, maxItems: 150 }),
    // No step has more than two ways out.
    connections: Type.Optional(
      Type.Array(WorkflowConnection, { maxItems: 300, description: 'A single step needs none.' }),
    ),
  },
  {
    $id: 'WorkflowDefinition',
    description:
      'The steps and the connections between them. It begins with the one step that no connection leads to; every other is reached from there, and a loop needs a delay.',
    examples: [
      {
        steps: [
          { key: 'wait', type: 'delay', config: { days: 1 } },
          {
            key: 'tips',
            type: 'send_email',
            config: { from: 'hello@acme.example', subject: 'Tips', text: 'Try this.' },
          },
          { key: 'opened', type: 'wait_for_event', config: { event: 'email.opened', timeout: { days: 3 } } },
          { key: 'again', type: 'send_sms', config: { from: '+15005550006', body: 'We have sent you an email.' } },
        ],
        connections: [
          { from: 'wait', to: 'tips' },
          { from: 'tips', to: 'opened' },
          { from: 'opened', to: 'again', type: 'timeout' },
        ],
      },
    ],
  },
)
export type WorkflowDefinition = Static<typeof WorkflowDefinition>
