/** The trigger and the definition of a workflow. */
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
        'once: a contact enters the workflow only once, for as long as its run is kept. after_finish: a contact can enter again after its run has finished.',
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
  formed('changing-property', `${changingProperties.join(', ')}, or a contact field such as properties.plan.`),
)

const anyTopic = { topic_id: Type.Optional(topicId('Only this topic. Default: any topic.')) }

const triggers = [
  trigger('ContactCreatedTrigger', 'contact_created', {}),
  trigger('ContactPropertyChangedTrigger', 'contact_property_changed', {
    property: changingProperty,
    from: value('Only changes from this value. Null means not set.'),
    to: value('Only changes to this value.'),
  }),
  trigger('ContactAddedToTopicTrigger', 'contact_added_to_topic', anyTopic),
  trigger('ContactRemovedFromTopicTrigger', 'contact_removed_from_topic', anyTopic),
  trigger(
    'EventTrigger',
    'event',
    {
      event: formed('custom-event-name', 'The name of a custom event, as in POST /v1/contacts/{id}/events.'),
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
        description:
          'A cron expression of minute, hour, day of the month, month and day of the week, or a name such as @daily.',
        examples: ['0 9 * * MON-FRI'],
      }),
      timezone,
      topic_id: Type.Optional(topicId('Only contacts of this topic. Default: all contacts.')),
      segment_id: Type.Optional(
        Type.String({
          description: 'Only contacts that belong to this segment when the trigger fires. Default: all contacts.',
        }),
      ),
    },
    'after_finish',
  ),
] as const

export const WorkflowTrigger = byType(triggers, {
  $id: 'WorkflowTrigger',
  description: 'The trigger that starts a run.',
})
export type WorkflowTrigger = Static<typeof WorkflowTrigger>

export const WorkflowConnection = Type.Object(
  {
    from: stepKey('The key of the step that the connection starts at.'),
    to: stepKey('The key of the step that the connection leads to.'),
    type: Type.Optional(
      OneOf(connectionTypes, {
        default: 'default',
        description:
          'The exit of the step: condition_met or condition_not_met for a condition, event_received or timeout for a wait, default for all others. An exit without a connection ends the run.',
      }),
    ),
  },
  { $id: 'WorkflowConnection' },
)
export type WorkflowConnection = Static<typeof WorkflowConnection>

export const WorkflowDefinition = Type.Object(
  {
    steps: Type.Array(WorkflowStep, { minItems: 1, maxItems: 150 }),
    // No step has more than two exits.
    connections: Type.Optional(
      Type.Array(WorkflowConnection, { maxItems: 300, description: 'The connections. A single step needs none.' }),
    ),
  },
  {
    $id: 'WorkflowDefinition',
    description:
      'The steps and the connections between them. A run begins with the one step that no connection leads to. Every other step must be reachable from it, and a loop must contain a delay.',
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
