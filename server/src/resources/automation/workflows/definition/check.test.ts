import { eventNames } from '@posthorn/contract/event-names'
import { WorkflowDefinition } from '@posthorn/contract/workflows/definition'
import { stepTypes } from '@posthorn/contract/workflows/words'
import { workflows } from '@posthorn/contract/workflows/workflows'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Field as ContactField } from '#resources/audience/fields/field.ts'
import { Flawed } from '#resources/messages/templates/flaw.ts'
import { parse as parseLiquid } from '#resources/messages/templates/liquid/parse.ts'
import { cpuNow } from '../../../../../testing/cpu-clock.ts'
import { type Checked, checkWorkflow } from './check.ts'
import { firstStep, nextOf } from './next-step.ts'

const now = new Date('2027-01-01T00:00:00Z')
const id = '01945c1e-9b02-7a41-8f1d-5b9a3c7e6d22'

function parse(source: string): string | undefined {
  try {
    parseLiquid('plain', source)
    return undefined
  } catch (error) {
    if (error instanceof Flawed) return error.message
    throw error
  }
}

const fieldOf = (key: string, type: 'string' | 'number' | 'date'): [string, ContactField] => [
  key,
  { id, key, type, fallback: null, createdAt: now, updatedAt: now },
]
const fields = new Map([fieldOf('plan', 'string'), fieldOf('seats', 'number'), fieldOf('signed_up', 'date')])

const check = (workflow: object) => checkWorkflow(workflow, { parse, now, fields })
const created = { type: 'contact_created' }
type Steps = readonly object[]
type Connections = readonly (object | readonly [string, string, string?])[]

const toConnection = (one: Connections[number]) =>
  Array.isArray(one) ? { from: one[0], to: one[1], ...(one[2] !== undefined && { type: one[2] }) } : one
const workflow = (steps: Steps, connections: Connections = [], trigger: unknown = created) => ({
  trigger_config: trigger,
  workflow_definition: { steps, connections: connections.map(toConnection) },
})

function accepted(given: object): Checked {
  const result = check(given)
  if (Array.isArray(result)) throw new Error(`It was refused: ${JSON.stringify(result)}`)
  return result
}

/** Paths without their common prefix. */
function faults(given: object): [string, string][] {
  const result = check(given)
  if (!Array.isArray(result)) return []
  return result.map(({ path, message }) => [path.replace(/^workflow_definition\./, ''), message])
}

const email = { from: 'hello@acme.test', subject: 'Hi {{ contact.first_name }}', text: 'Hello' }
const tips = { key: 'tips', type: 'send_email', config: email }
const text = { key: 'text', type: 'send_sms', config: { from: '+15005550006', body: 'Hi' } }
const day = { key: 'day', type: 'delay', config: { days: 1 } }
const asks = (config: object, key = 'asks') => ({ key, type: 'condition', config })
const waits = (config: object, key = 'waits') => ({
  key,
  type: 'wait_for_event',
  config: { timeout: { days: 1 }, ...config },
})
const named = { field: 'contact.first_name', operator: 'exists' }
const call = { key: 'call', type: 'webhook', config: { url: 'https://example.com/hook' } }

describe('a valid workflow', () => {
  test('is returned with defaults and references', () => {
    const steps = [
      { ...day, position: { x: 1, y: 2 } },
      { ...tips, config: { ...email, topic_id: id, tags: ['tips'] } },
      waits({ event: 'email.opened' }),
      { key: 'joins', type: 'add_to_topic', config: { topic_id: id } },
      { key: 'ends', type: 'exit' },
    ]
    const ways = [
      ['day', 'tips'],
      ['tips', 'waits'],
      ['waits', 'joins', 'event_received'],
      ['waits', 'ends', 'timeout'],
    ] as const
    const { trigger, definition, references } = accepted(workflow(steps, ways))

    expect(trigger).toEqual({ type: 'contact_created', reentry: 'once' })
    expect(definition.steps).toEqual([
      day,
      { ...tips, config: { ...email, topic_id: id, tags: ['tips'], message_stream: 'broadcast' } },
      { key: 'waits', type: 'wait_for_event', config: { event: ['email.opened'], step: 'tips', timeout: { days: 1 } } },
      { key: 'joins', type: 'add_to_topic', config: { topic_id: id } },
      { key: 'ends', type: 'exit', config: {} },
    ])
    expect(definition.connections).toEqual([
      { from: 'day', to: 'tips', type: 'default' },
      { from: 'tips', to: 'waits', type: 'default' },
      { from: 'waits', to: 'joins', type: 'event_received' },
      { from: 'waits', to: 'ends', type: 'timeout' },
    ])
    expect(references).toEqual({
      segments: [],
      topics: [
        { path: 'workflow_definition.steps.1.config.topic_id', id },
        { path: 'workflow_definition.steps.3.config.topic_id', id },
      ],
      templates: [],
    })
  })

  test('may be the example of the contract', () => {
    const { workflow_definition, trigger_config } = workflows.createWorkflow.example.body
    // as: TypeBox drops the annotations
    const { examples = [] } = WorkflowDefinition as { examples?: unknown[] }
    for (const example of [workflow_definition, ...examples]) accepted({ trigger_config, workflow_definition: example })
  })

  test('may be a single step without connections', () => {
    expect(
      accepted({ trigger_config: created, workflow_definition: { steps: [tips] } }).definition.connections,
    ).toEqual([])
  })

  test('may leave branches open, where a run completes', () => {
    accepted(workflow([asks(named), tips], [['asks', 'tips', 'condition_not_met']]))
  })

  test('gives the same result when checked again', () => {
    const { trigger, definition } = accepted(workflow([tips, waits({ event: 'email.opened' })], [['tips', 'waits']]))
    expect(accepted({ trigger_config: trigger, workflow_definition: definition })).toMatchObject({
      trigger,
      definition,
    })
  })

  test('lists its templates', () => {
    const by = (template: object) =>
      accepted(workflow([{ ...tips, config: { from: 'a@b.co', ...template } }])).references.templates
    const path = 'workflow_definition.steps.0.config.'
    const variables = { path: `${path}variables`, values: {} }
    expect(by({ template_id: id })).toEqual([{ path: `${path}template_id`, id, variables }])
    expect(by({ template_friendly_name: 'hi', variables: { plan: 'Pro' } })).toEqual([
      {
        path: `${path}template_friendly_name`,
        friendly_name: 'hi',
        variables: { ...variables, values: { plan: 'Pro' } },
      },
    ])
  })
})

describe('a trigger', () => {
  const triggerOf = (trigger: unknown, type?: unknown) =>
    accepted({ ...workflow([tips], [], trigger), ...(type !== undefined && { trigger_type: type }) }).trigger
  const faultsOf = (trigger: unknown, type?: unknown) =>
    faults({ ...workflow([tips], [], trigger), ...(type !== undefined && { trigger_type: type }) })

  test.each([
    [{ type: 'contact_property_changed', property: 'first_name', from: null, to: 'Ada' }, 'once'],
    [{ type: 'contact_property_changed', property: 'sms_subscribed', to: false }, 'once'],
    [{ type: 'contact_property_changed', property: 'properties.plan', to: 'pro' }, 'once'],
    [{ type: 'contact_property_changed', property: 'properties.seats', from: null, to: 5 }, 'once'],
    [{ type: 'contact_added_to_topic' }, 'once'],
    [{ type: 'contact_removed_from_topic', topic_id: id }, 'once'],
    [{ type: 'event', event: 'order.paid' }, 'after_finish'],
    [{ type: 'time_based', cron: '0 9 * * MON', timezone: 'Europe/Berlin' }, 'after_finish'],
    [{ type: 'time_based', cron: '@daily', timezone: 'UTC', topic_id: id }, 'after_finish'],
  ])('%j is accepted, with the default reentry %s', (trigger, reentry) => {
    expect(triggerOf(trigger)).toEqual({ ...trigger, reentry })
  })

  test('may set reentry', () => {
    expect(triggerOf({ ...created, reentry: 'after_finish' }).reentry).toBe('after_finish')
  })

  test('may have its type in trigger_type', () => {
    expect(triggerOf(null, 'contact_created').type).toBe('contact_created')
    expect(triggerOf({ topic_id: id }, 'contact_added_to_topic')).toMatchObject({ topic_id: id })
    expect(triggerOf(created, 'contact_created').type).toBe('contact_created')
    expect(triggerOf(created, null).type).toBe('contact_created')
  })

  test.each([
    [null, undefined, 'trigger_config.type', 'is required'],
    [{}, undefined, 'trigger_config.type', 'is required'],
    ['contact_created', undefined, 'trigger_config', 'must be an object'],
    [created, 'time_based', 'trigger_type', 'must be the same'],
    [{ type: 'contact_create' }, undefined, 'trigger_config.type', 'did you mean contact_created?'],
    [{ ...created, topic: id }, undefined, 'trigger_config.topic', 'is not a field; expected'],
    [{ ...created, re_entry: 'once' }, undefined, 'trigger_config.re_entry', 'did you mean reentry?'],
    [{ ...created, reentry: 'always' }, undefined, 'trigger_config.reentry', 'one of once, after_finish'],
    [{ type: 'contact_property_changed' }, undefined, 'trigger_config.property', 'is required'],
    [
      { type: 'contact_property_changed', property: 'email' },
      undefined,
      'trigger_config.property',
      'one of first_name',
    ],
    [
      { type: 'contact_property_changed', property: 'properties.plam' },
      undefined,
      'trigger_config.property',
      'did you mean plan?',
    ],
    [
      { type: 'contact_property_changed', property: 'properties.seats', to: '5' },
      undefined,
      'trigger_config.to',
      'must be a number',
    ],
    [
      { type: 'contact_property_changed', property: 'email_subscribed', to: 'no' },
      undefined,
      'trigger_config.to',
      'true or false',
    ],
    [
      { type: 'contact_property_changed', property: 'last_name', from: 1 },
      undefined,
      'trigger_config.from',
      'a string',
    ],
    [{ type: 'contact_added_to_topic', topic_id: 'news' }, undefined, 'trigger_config.topic_id', 'the id of a topic'],
    [{ type: 'event' }, undefined, 'trigger_config.event', 'is required'],
    [{ type: 'event', event: 'Order paid' }, undefined, 'trigger_config.event', 'must'],
    [{ type: 'event', event: 'custom.order.paid' }, undefined, 'trigger_config.event', 'must not start with custom.'],
    [{ type: 'time_based', timezone: 'UTC' }, undefined, 'trigger_config.cron', 'is required'],
    [{ type: 'time_based', cron: 'daily', timezone: 'UTC' }, undefined, 'trigger_config.cron', 'must be minute'],
    [{ type: 'time_based', cron: '0 9 * * * *', timezone: 'UTC' }, undefined, 'trigger_config.cron', 'without seconds'],
    [{ type: 'time_based', cron: '@daily' }, undefined, 'trigger_config.timezone', 'is required'],
    [{ type: 'time_based', cron: '@daily', timezone: 'Berlin' }, undefined, 'trigger_config.timezone', 'Europe/Berlin'],
    [{ type: 'time_based', cron: '@daily', timezone: '+01:00' }, undefined, 'trigger_config.timezone', 'Europe/Berlin'],
  ])('%j with %j is refused at %s', (trigger, type, path, message) => {
    expect(faultsOf(trigger, type)).toEqual([[path, expect.stringContaining(message)]])
  })
})

type Refused = [what: string, given: object, path: string, message: string]

test.each<Refused>([
  ['an undeclared field', asks({ field: 'contact.properties.plam', operator: 'exists' }), 'field', 'did you mean'],
  ['contact.properties alone', asks({ field: 'contact.properties', operator: 'exists' }), 'field', 'must be contact.…'],
  [
    'an operator that does not fit',
    asks({ field: 'contact.properties.seats', operator: 'contains', value: 1 }),
    'operator',
    'one of eq',
  ],
  [
    'a value of another type',
    asks({ field: 'contact.properties.seats', operator: 'gt', value: '5' }),
    'value',
    'a number',
  ],
  [
    'an invalid date',
    asks({ field: 'contact.properties.signed_up', operator: 'lt', value: 'soon' }),
    'value',
    'a date',
  ],
  [
    'a wrong update',
    { key: 'u', type: 'update_contact', config: { properties: { seats: 'x' } } },
    'properties.seats',
    'a number',
  ],
])('in fields of the environment, %s is refused', (_, step, path, message) => {
  expect(faults(workflow([step]))).toEqual([[`steps.0.config.${path}`, expect.stringContaining(message)]])
})

test('event data can be used in conditions of runs that an event starts, and of no others', () => {
  const steps = [
    asks({ field: 'trigger.data.amount', operator: 'gte', value: 50 }),
    waits({ event: 'custom.order.paid' }),
  ]
  const ways: Connections = [['asks', 'waits', 'condition_met']]

  expect(faults(workflow(steps, ways, { type: 'event', event: 'order.paid' }))).toEqual([])
  expect(faults(workflow(steps, ways))).toEqual([['steps.0.config.field', expect.stringContaining('an event starts')]])
})

test('declared fields can be used in conditions and changed', () => {
  const steps = [
    asks({
      all: [
        { field: 'contact.properties.plan', operator: 'starts_with', value: 'p' },
        { field: 'contact.properties.seats', operator: 'gte', value: 5 },
      ],
    }),
    { key: 'up', type: 'update_contact', config: { properties: { plan: 'pro', seats: null } } },
  ]

  expect(faults(workflow(steps, [['asks', 'up', 'condition_met']]))).toEqual([])
})

test.each<Refused>([
  ['no definition', { trigger_config: created }, 'steps', 'is required'],
  ['no trigger', { workflow_definition: { steps: [tips] } }, 'trigger_config.type', 'is required'],
  ['a list', { trigger_config: created, workflow_definition: [] }, 'workflow_definition', 'must be an object'],
  ['no steps', workflow([]), 'steps', 'must not be empty'],
  ['a step that is no object', workflow(['tips'] as never), 'steps.0', 'must be an object'],
  ['a typo in the type', workflow([{ ...tips, type: 'sendEmail' }]), 'steps.0.type', 'did you mean send_email?'],
  ['an unknown type', workflow([{ ...tips, type: 'dance' }]), 'steps.0.type', 'must be one of send_email'],
  ['no type', workflow([{ key: 'a' }]), 'steps.0.type', 'is required'],
  ['no key', workflow([{ type: 'exit' }]), 'steps.0.key', 'is required'],
  ['a key with a dot', workflow([{ ...tips, key: 'a.b' }]), 'steps.0.key', 'letters, digits'],
  ['a dangerous key', workflow([{ ...tips, key: '__proto__' }]), 'steps.0.key', 'letters, digits'],
  ['a key twice', workflow([tips, { ...tips }]), 'steps.1.key', 'workflow_definition.steps.0 has the same key'],
  ['151 steps', workflow(Array.from({ length: 151 }, (_, n) => ({ ...day, key: `d${n}` }))), 'steps', 'at most 150'],
  ['a typo in a field', workflow([{ ...tips, confg: {} }]), 'steps.0.confg', 'did you mean config?'],
  ['a connection to nowhere', workflow([tips], [['tips', 'tip']]), 'connections.0.to', 'no tip; did you mean tips?'],
  ['a connection from nowhere', workflow([tips], [['dawn', 'tips']]), 'connections.0.from', 'there is no dawn'],
  ['a connection without an end', workflow([tips], [{ from: 'tips' }]), 'connections.0.to', 'is required'],
  ['an unknown way out', workflow([tips, day], [['tips', 'day', 'opened']]), 'connections.0.type', 'one of default'],
  [
    'a way out of another step type',
    workflow([tips, day], [['tips', 'day', 'timeout']]),
    'connections.0.type',
    'must be default: tips is send_email',
  ],
  [
    'a condition left by default',
    workflow([asks(named), day], [['asks', 'day']]),
    'connections.0.type',
    'condition_met or condition_not_met',
  ],
  [
    'a wait left by default',
    workflow([waits({ event: 'contact.updated' }), day], [['waits', 'day']]),
    'connections.0.type',
    'event_received or timeout',
  ],
  [
    'an exit that is left',
    workflow([{ key: 'end', type: 'exit' }, day], [['end', 'day']]),
    'connections.0.type',
    'every run ends',
  ],
  [
    'one way to two places',
    workflow(
      [day, tips, text],
      [
        ['day', 'tips'],
        ['day', 'text'],
      ],
    ),
    'connections.1',
    'workflow_definition.connections.0 already does',
  ],
  [
    '301 connections',
    workflow(
      [day, tips],
      Array.from({ length: 301 }, () => ['day', 'tips'] as const),
    ),
    'connections',
    'at most 300',
  ],
  ['two beginnings', workflow([day, tips]), 'steps.1', 'neither has day'],
  [
    'no beginning',
    workflow(
      [day, tips],
      [
        ['day', 'tips'],
        ['tips', 'day'],
      ],
    ),
    'steps',
    'Put one before the loop',
  ],
])('%s is refused', (_, given, path, message) => {
  expect(faults(given)).toEqual([[path, expect.stringContaining(message)]])
})

describe('the graph', () => {
  const other = { key: 'other', type: 'delay', config: { days: 1 } }

  test('must reach every step', () => {
    const island = workflow(
      [tips, day, other],
      [
        ['day', 'other'],
        ['other', 'day'],
      ],
    )
    expect(faults(island)).toEqual([
      ['steps.1', 'is never reached from tips: connect it or take it out'],
      ['steps.2', 'is never reached from tips: connect it or take it out'],
    ])
  })

  test.each([
    [
      'a delay',
      day,
      [
        ['tips', 'day'],
        ['day', 'call'],
        ['call', 'day'],
      ],
    ],
    [
      'the end of a wait',
      waits({ event: 'contact.updated' }),
      [
        ['tips', 'waits'],
        ['waits', 'call', 'timeout'],
        ['call', 'waits'],
      ],
    ],
  ] as const)('may go round, through %s', (_, pause, ways) => {
    accepted(workflow([tips, pause, call], ways))
  })

  test('must not have a loop without a delay', () => {
    const again = { ...call, key: 'again' }
    const round = workflow(
      [tips, call, asks(named), again],
      [
        ['tips', 'call'],
        ['call', 'asks'],
        ['asks', 'again', 'condition_met'],
        ['again', 'call'],
      ],
    )
    expect(faults(round)).toEqual([
      ['steps.1', 'is in a loop without a delay: call → asks → again → call. Put a delay into it'],
    ])
    const itself = workflow(
      [tips, call],
      [
        ['tips', 'call'],
        ['call', 'call'],
      ],
    )
    expect(faults(itself)).toEqual([['steps.1', expect.stringContaining('call → call')]])
  })

  test('must not have a loop through an event that may have happened long ago', () => {
    const ways = [
      ['tips', 'waits'],
      ['waits', 'call', 'event_received'],
      ['call', 'waits'],
    ] as const
    expect(faults(workflow([tips, waits({ event: 'email.opened' }), call], ways))).toEqual([
      ['steps.1', expect.stringContaining('waits → call → waits')],
    ])
  })

  test('with two loops reports both', () => {
    const two = workflow(
      [asks(named), call, { ...call, key: 'fax' }],
      [
        ['asks', 'call', 'condition_met'],
        ['asks', 'fax', 'condition_not_met'],
        ['call', 'call'],
        ['fax', 'fax'],
      ],
    )
    expect(faults(two).map(([path]) => path)).toEqual(['steps.1', 'steps.2'])
    const oneBehindTheOther = workflow(
      [tips, asks(named, 'a'), asks(named, 'b')],
      [
        ['tips', 'a'],
        ['a', 'a', 'condition_met'],
        ['a', 'b', 'condition_not_met'],
        ['b', 'b', 'condition_met'],
      ],
    )
    expect(faults(oneBehindTheOther).map(([path]) => path)).toEqual(['steps.1', 'steps.2'])
  })
})

describe('a reference to an earlier step', () => {
  const opened = { field: 'steps.tips.opened', operator: 'eq', value: true }

  test.each<Refused>([
    [
      'later',
      workflow([asks(opened), tips], [['asks', 'tips', 'condition_met']]),
      'steps.0.config.field',
      'no way leads from tips to it',
    ],
    [
      'on another branch',
      workflow(
        [asks(named, 'a'), tips, asks(opened, 'b')],
        [
          ['a', 'tips', 'condition_met'],
          ['a', 'b', 'condition_not_met'],
        ],
      ),
      'steps.2.config.field',
      'before b',
    ],
    ['missing', workflow([asks(opened)]), 'steps.0.config.field', 'there is no tips'],
    [
      'no send',
      workflow([day, asks({ ...opened, field: 'steps.day.opened' })], [['day', 'asks']]),
      'steps.1.config.field',
      'day is delay',
    ],
    [
      'a text, which nobody opens',
      workflow([text, asks({ ...opened, field: 'steps.text.opened' })], [['text', 'asks']]),
      'steps.1.config.field',
      'steps.text has delivered',
    ],
    [
      'waited for, but later',
      workflow([waits({ event: 'email.opened', step: 'tips' }), tips], [['waits', 'tips', 'timeout']]),
      'steps.0.config.step',
      'no way leads',
    ],
    [
      'of the other channel',
      workflow([text, waits({ event: 'email.opened', step: 'text' })], [['text', 'waits']]),
      'steps.1.config.step',
      'a send_email step',
    ],
    [
      'waited for, but not there',
      workflow([waits({ event: 'sms.delivered' })]),
      'steps.0.config.step',
      'no send_sms step before',
    ],
    [
      'one of two',
      workflow(
        [tips, { ...tips, key: 'more' }, waits({ event: 'email.opened' })],
        [
          ['tips', 'more'],
          ['more', 'waits'],
        ],
      ),
      'steps.2.config.step',
      'such as tips, more',
    ],
    [
      'not on every path',
      workflow(
        [asks(named), tips, waits({ event: 'email.opened' })],
        [
          ['asks', 'tips', 'condition_met'],
          ['asks', 'waits', 'condition_not_met'],
          ['tips', 'waits'],
        ],
      ),
      'steps.2.config.step',
      'is required',
    ],
  ])('is refused when the step is %s', (_, given, path, message) => {
    expect(faults(given)).toEqual([[path, expect.stringContaining(message)]])
  })

  test('may point to a later step in a loop', () => {
    const ways = [
      ['call', 'day'],
      ['day', 'asks'],
      ['asks', 'tips', 'condition_not_met'],
      ['tips', 'day'],
    ] as const
    accepted(workflow([call, day, asks(opened), tips], ways))
  })
})

describe('a config', () => {
  const faultOf = (type: string, config: unknown) => {
    const [first, ...others] = faults(workflow([{ key: 'it', type, config }]))
    expect(others).toEqual([])
    return first && [first[0].replace(/^steps\.0\.config\.?/, ''), first[1]]
  }

  test.each([
    ['delay', { seconds: 1 }],
    ['delay', { minutes: 0.5 }],
    ['delay', { days: 366 }],
    ['delay', { duration: 'P3DT2H' }],
    ['delay', { until: { time: '09:30', timezone: 'Asia/Kolkata' } }],
    ['delay', { until: { time: '23:59', timezone: 'utc', weekdays: ['monday', 'friday'] } }],
    ['wait_for_event', { event: ['contact.updated', 'sms.received'], timeout: { hours: 2 } }],
    ['wait_for_event', { event: 'contact.topic_subscribed', topic_id: id, timeout: { duration: 'PT1H' } }],
    ['condition', named],
    ['condition', { any: [named, { all: [{ field: 'contact.created_at', operator: 'gt', value: '2027-01-01' }] }] }],
    ['condition', { field: 'trigger.fired_at', operator: 'lt', value: '2027-01-01T00:00:00Z' }],
    ['condition', { field: 'contact.topics', operator: 'contains', value: id }],
    ['condition', { field: 'contact.segments', operator: 'contains', value: id }],
    ['update_contact', { first_name: '', email_subscribed: false }],
    ['remove_from_topic', { topic_id: id }],
    [
      'webhook',
      {
        url: 'https://example.com/a',
        headers: { Authorization: 'Bearer x y' },
        body: { a: ['{{ contact.email }}', 1] },
      },
    ],
    ['webhook', { url: 'https://example.com/a', body: 'plain' }],
    ['exit', { reason: 'Has bought already' }],
    ['exit', undefined],
    ['send_sms', { from: '+15005550006', body: `{% if contact.first_name %}${'x'.repeat(2_000)}{% endif %}` }],
    ['send_sms', { from: '+15005550006', media_urls: ['https://example.com/a.png'] }],
    [
      'send_email',
      { ...email, message_stream: 'transactional', reply_to: ['a@b.co'], headers: { 'X-A': 'b' }, track_opens: true },
    ],
    ['send_email', { from: 'Acme <a@b.co>', template_id: id, variables: { deep: [{ a: 1 }] } }],
  ])('of %s may be %j', (type, config) => {
    expect(faultOf(type, config)).toBeUndefined()
  })

  test.each([
    ['delay', undefined, '', 'needs exactly one of seconds'],
    ['delay', 'P1D', '', 'must be an object'],
    ['delay', { seconds: 1, minutes: 1 }, '', 'needs exactly one of'],
    ['delay', { hour: 1 }, 'hour', 'did you mean hours?'],
    ['delay', { hours: '2' }, 'hours', 'must be a number'],
    ['delay', { hours: -2 }, 'hours', 'at least a second'],
    ['delay', { seconds: 0 }, 'seconds', 'at least a second'],
    ['delay', { days: 367 }, 'days', 'at most 366 days'],
    ['delay', { duration: 'P1M' }, 'duration', 'such as P3DT2H'],
    ['delay', { duration: 'PT0S' }, 'duration', 'at least a second'],
    ['delay', { until: '09:00' }, 'until', 'must be an object'],
    ['delay', { until: { time: '9:00', timezone: 'UTC' } }, 'until.time', 'such as 09:30'],
    ['delay', { until: { time: '24:00', timezone: 'UTC' } }, 'until.time', 'such as 09:30'],
    ['delay', { until: { time: '09:00' } }, 'until.timezone', 'is required'],
    ['delay', { until: { time: '09:00', timezone: 'Mars/Base' } }, 'until.timezone', 'time zone'],
    [
      'delay',
      { until: { time: '09:00', timezone: 'UTC', weekday: 'monday' } },
      'until.weekday',
      'did you mean weekdays?',
    ],
    ['delay', { until: { time: '09:00', timezone: 'UTC', weekdays: ['mon'] } }, 'until.weekdays.0', 'one of monday'],
    ['delay', { until: { time: '09:00', timezone: 'UTC', weekdays: [] } }, 'until.weekdays', 'must not be empty'],
    ['wait_for_event', { event: 'contact.updated' }, 'timeout', 'is required'],
    ['wait_for_event', { event: 'contact.updated', timeout: {} }, 'timeout', 'exactly one'],
    [
      'wait_for_event',
      { event: 'contact.updated', timeout: { until: {} } },
      'timeout.until',
      'is not a field; expected',
    ],
    ['wait_for_event', { timeout: { days: 1 } }, 'event', 'is required'],
    ['wait_for_event', { event: [], timeout: { days: 1 } }, 'event', 'must not be empty'],
    ['wait_for_event', { event: 'email.open', timeout: { days: 1 } }, 'event', 'did you mean email.opened?'],
    ['wait_for_event', { event: 'contact.deleted', timeout: { days: 1 } }, 'event', 'one of'],
    ['wait_for_event', { event: 'contact.updated', step: 'it', timeout: { days: 1 } }, 'step', 'leave it out'],
    ['wait_for_event', { event: 'contact.updated', topic_id: id, timeout: { days: 1 } }, 'topic_id', 'leave it out'],
    ['condition', { operator: 'exists' }, 'field', 'is required'],
    ['condition', { field: 'contact.email' }, 'operator', 'is required'],
    ['condition', { all: [] }, 'all', 'must not be empty'],
    ['condition', { all: [named], any: [named] }, '', 'exactly one of all, any and field with operator'],
    ['condition', { all: [named], value: 1 }, '', 'exactly one of all, any and field with operator'],
    ['condition', { ...named, all: [named] }, '', 'exactly one of all, any and field with operator'],
    ['condition', { ...named, field: 'first_name' }, 'field', 'such as contact.first_name'],
    ['condition', { ...named, field: 'contact.firstName' }, 'field', 'did you mean contact.first_name?'],
    ['condition', { ...named, field: 'contact.__proto__' }, 'field', 'contact has email'],
    ['condition', { ...named, field: 'trigger.topic_id' }, 'field', 'trigger has type, fired_at'],
    ['condition', { ...named, operator: 'equals' }, 'operator', 'one of eq'],
    ['condition', { ...named, value: 1 }, 'value', 'left out with exists'],
    ['condition', { ...named, operator: 'eq' }, 'value', 'is required'],
    ['condition', { ...named, operator: 'eq', value: 1 }, 'value', 'a string'],
    ['condition', { field: 'contact.email_subscribed', operator: 'eq', value: 'true' }, 'value', 'true or false'],
    [
      'condition',
      { field: 'contact.email_subscribed', operator: 'gt', value: true },
      'operator',
      'eq, neq, exists, is_empty',
    ],
    ['condition', { field: 'contact.created_at', operator: 'gt', value: 'yesterday' }, 'value', '2027-01-31'],
    ['condition', { field: 'contact.topics', operator: 'eq', value: id }, 'operator', 'contains, exists, is_empty'],
    ['condition', { field: 'contact.topics', operator: 'contains', value: 'news' }, 'value', 'the id of a topic'],
    ['condition', { field: 'contact.segments', operator: 'is_empty' }, 'operator', 'must be one of contains for'],
    ['condition', { field: 'contact.segments', operator: 'contains', value: 'x' }, 'value', 'the id of a segment'],
    ['update_contact', {}, '', 'at least one of first_name'],
    ['update_contact', { email: 'a@b.co' }, 'email', 'is not a field; expected'],
    ['add_to_topic', undefined, 'topic_id', 'is required'],
    ['add_to_topic', { topic_id: 7 }, 'topic_id', 'a string'],
    ['add_to_topic', { topic_id: 'news' }, 'topic_id', 'the id of a topic'],
    ['webhook', { url: 'example.com' }, 'url', 'http or https'],
    ['webhook', { url: 'https://example.com', method: 'GET' }, 'method', 'is not a field; expected'],
    ['webhook', { url: 'https://example.com', headers: { 'Webhook-Id': 'x' } }, 'headers.Webhook-Id', 'leave it out'],
    ['webhook', { url: 'https://example.com', headers: { a: 'b\r\nc: d' } }, 'headers.a', 'one line'],
    ['webhook', { url: 'https://example.com', headers: { 'a b': 'c' } }, 'headers.a b', 'must be named'],
    [
      'webhook',
      { url: 'https://example.com', body: { a: [0, '{{ contact'] } },
      'body.a.1',
      'must be valid Liquid: line 1',
    ],
    ['exit', { reason: 1 }, 'reason', 'a string'],
    ['send_sms', { from: '+15005550006' }, 'body', 'must have a text'],
    ['send_sms', { from: 'Acme', body: 'Hi' }, 'from', 'E.164'],
    [
      'send_sms',
      { from: '+15005550006', media_urls: ['https://127.0.0.1/a'] },
      'media_urls.0',
      'must not name a private',
    ],
    ['send_sms', { from: '+15005550006', body: '{% if %}' }, 'body', 'valid Liquid'],
    ['send_email', { ...email, from: 'Acme' }, 'from', 'must be one sender'],
    ['send_email', { subject: 'Hi', text: 'Hi' }, 'from', 'is required'],
    ['send_email', { ...email, to: 'a@b.co' }, 'to', 'is not a field; expected'],
    ['send_email', { from: 'a@b.co', text: 'Hi' }, 'subject', 'is required'],
    ['send_email', { from: 'a@b.co', subject: 'Hi' }, 'text', 'give html or text'],
    ['send_email', { ...email, template_id: id }, 'template_id', 'one or the other'],
    ['send_email', { ...email, html: '{{ x' }, 'html', 'valid Liquid'],
    ['send_email', { ...email, headers: { Subject: 'x' } }, 'headers.Subject', 'as the field subject'],
    ['send_email', { ...email, headers: { a: 1 } }, 'headers.a', 'a string'],
    ['send_email', { ...email, message_stream: 'transactional', topic_id: id }, 'topic_id', 'is for broadcasts'],
    ['send_email', { ...email, reply_to: 'nobody' }, 'reply_to', 'an email address'],
    ['send_email', { ...email, variables: [] }, 'variables', 'must be an object'],
    ['send_email', { ...email, track_opens: 'yes' }, 'track_opens', 'true or false'],
  ])('of %s is refused: %j at "%s"', (type, config, path, message) => {
    expect(faultOf(type, config)).toEqual([path, expect.stringContaining(message)])
  })

  test('of a condition has a maximum depth', () => {
    const nest = (levels: number): object => (levels === 1 ? named : { all: [nest(levels - 1)] })
    expect(faultOf('condition', nest(5))).toBeUndefined()
    expect(faultOf('condition', nest(6))).toEqual(['all.0.all.0.all.0.all.0', expect.stringContaining('5 deep')])
  })
})

test('all faults are reported at once', () => {
  const steps = [
    { ...day, config: { hours: 'two' } },
    { ...tips, config: { ...email, html: '{{' } },
    asks({ ...named, field: 'contact.age' }),
  ]
  const ways = [
    ['day', 'tips'],
    ['tips', 'asks'],
  ] as const
  expect(faults(workflow(steps, ways, { type: 'time_based', cron: 'x', timezone: 'y' })).map(([path]) => path)).toEqual(
    [
      'trigger_config.cron',
      'trigger_config.timezone',
      'steps.0.config.hours',
      'steps.1.config.html',
      'steps.2.config.field',
    ],
  )
})

describe('hostile input', () => {
  const within = (milliseconds: number, work: () => unknown) => {
    const begun = cpuNow()
    work()
    expect(cpuNow() - begun).toBeLessThan(milliseconds)
  }

  test('of any JSON never throws, and returns a readable number of faults', () => {
    const piece = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom('tips', 'a', ...stepTypes, ...eventNames))
    const step = fc.record(
      { key: piece, type: fc.oneof(piece, fc.constantFrom(...stepTypes)), config: piece },
      { requiredKeys: [] },
    )
    const connection = fc.record({ from: piece, to: piece, type: piece }, { requiredKeys: [] })
    const definition = fc.record({
      steps: fc.oneof(piece, fc.array(step)),
      connections: fc.oneof(piece, fc.array(connection)),
    })
    fc.assert(
      fc.property(fc.oneof(piece, definition), piece, piece, (workflow_definition, trigger_config, trigger_type) => {
        const result = check({ workflow_definition, trigger_config, trigger_type })
        if (Array.isArray(result)) expect(result.length).toBeLessThanOrEqual(100)
      }),
      { numRuns: 500 },
    )
  })

  test('of __proto__ everywhere is just a fault', () => {
    const evil = JSON.parse('{"__proto__":{"type":"contact_created"}}')
    expect(faults({ trigger_config: evil, workflow_definition: { steps: [tips] } })).toEqual([
      ['trigger_config.type', expect.stringContaining('is required')],
    ])
    const step = JSON.parse('{"key":"a","type":"delay","config":{"__proto__":{"days":1}}}')
    expect(faults(workflow([step])).map(([path]) => path)).toEqual(['steps.0.config.__proto__'])
    expect(({} as { days?: number }).days).toBeUndefined()
  })

  test('of great size is cheap to check', () => {
    const steps = Array.from({ length: 150 }, (_, n) => asks({ any: Array.from({ length: 30 }, () => named) }, `s${n}`))
    const many = Array.from({ length: 10_000 }, (_, n) => ({
      from: `s${n % 150}`,
      to: `s${(n * 7) % 150}`,
      type: 'condition_met',
    }))
    within(1_000, () => check(workflow(steps, many)))
    within(1_000, () =>
      check(
        workflow(
          steps,
          Array.from({ length: 300 }, () => ({ from: 'x', to: 'y' })),
        ),
      ),
    )
    const ladder = steps.flatMap((_, n) =>
      n < 148
        ? [[`s${n}`, `s${n + 1}`, 'condition_met'] as const, [`s${n}`, `s${n + 2}`, 'condition_not_met'] as const]
        : [],
    )
    within(1_000, () => check(workflow(steps, ladder)))
    const round = steps.flatMap((_, n) => [
      [`s${n}`, `s${(n + 1) % 150}`, 'condition_met'] as const,
      [`s${n}`, `s${(n * 13) % 150}`, 'condition_not_met'] as const,
    ])
    within(1_000, () => check(workflow(steps, round)))
    const sends = Array.from({ length: 75 }, (_, n) => [
      { ...tips, key: `e${n}` },
      waits({ event: 'email.opened' }, `w${n}`),
    ]).flat()
    const chain = sends.flatMap((_, n) =>
      n < 149
        ? [
            n % 2 === 0
              ? ([`e${n / 2}`, `w${n / 2}`] as const)
              : ([`w${(n - 1) / 2}`, `e${(n + 1) / 2}`, 'timeout'] as const),
          ]
        : [],
    )
    within(1_000, () => check(workflow(sends, chain)))
    within(1_000, () =>
      check(workflow([{ ...call, config: { ...call.config, body: Array.from({ length: 60_000 }, () => '{{') } }])),
    )
    within(1_000, () =>
      check(
        workflow([{ ...call, config: Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`k${n}`, 1])) }]),
      ),
    )
  })

  test('with more faults than are reported is still refused', () => {
    const harmed = { ...email, headers: { a: 1 }, reply_to: 5, variables: 7, tags: [null] }
    const steps = Array.from({ length: 150 }, (_, n) => ({ key: `s${n}`, type: 'send_email', config: harmed }))
    expect(faults(workflow(steps))).toHaveLength(100)
  })

  test('of great depth is refused', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}1${']'.repeat(5_000)}`)
    for (const config of [deep, { body: deep, url: 'https://example.com' }, { variables: deep }, { all: deep }]) {
      for (const type of stepTypes) expect(faults(workflow([{ key: 'a', type, config }])).length).toBeGreaterThan(0)
    }
    expect(faults({ trigger_config: deep, workflow_definition: deep }).length).toBeGreaterThan(0)
  })
})

test('every accepted definition can be walked: each way out leads to a step or ends, and every loop has a delay', () => {
  const pick = fc.nat(9)
  const shapes = fc.array(
    fc.record({ kind: fc.constantFrom('delay', 'condition', 'webhook', 'exit', 'wait'), a: pick, b: pick }),
    { minLength: 1, maxLength: 10 },
  )
  fc.assert(
    fc.property(shapes, list => {
      const kinds = {
        delay: day,
        condition: asks(named),
        webhook: call,
        exit: { type: 'exit' },
        wait: waits({ event: 'contact.updated' }),
      }
      const ways = {
        delay: ['default'],
        condition: ['condition_met', 'condition_not_met'],
        webhook: ['default'],
        exit: [],
        wait: ['event_received', 'timeout'],
      }
      const steps = list.map(({ kind }, n) => ({ ...kinds[kind], key: `s${n}` }))
      const connections = list.flatMap(({ kind, a, b }, n) =>
        ways[kind].flatMap((way, nth) =>
          (nth === 0 ? a : b) < list.length ? [[`s${n}`, `s${nth === 0 ? a : b}`, way] as const] : [],
        ),
      )
      const result = check(workflow(steps, connections))
      if (Array.isArray(result)) return
      const { definition } = result
      const walk = (key: string, passed: number): void => {
        expect(passed).toBeLessThanOrEqual(definition.steps.length)
        const step = definition.steps.find(one => one.key === key)
        expect(step).toBeDefined()
        if (step?.type === 'delay') return
        for (const way of ['default', 'condition_met', 'condition_not_met', 'event_received'] as const) {
          const next = nextOf(definition, key, way)
          if (next !== undefined) walk(next, passed + 1)
        }
      }
      for (const { key } of definition.steps) walk(key, 1)
      expect(firstStep(definition)).toBeDefined()
    }),
    { numRuns: 2_000 },
  )
})
