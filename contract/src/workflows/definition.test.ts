import { describe, expect, test } from 'vitest'
import { faults } from '../../testing/faults.ts'
import { publishSchema, type Schema } from '../openapi/openapi-schema.ts'
import { WorkflowDefinition, WorkflowTrigger } from './definition.ts'
import { WorkflowStep } from './steps.ts'
import { stepTypes, triggerTypes } from './words.ts'
import { workflows } from './workflows.ts'

const named = { field: 'contact.first_name', operator: 'exists' }
const step = (type: string, config: unknown) => ({ key: 'it', type, config })

test('the examples are valid definitions', () => {
  const { workflow_definition: definition, trigger_config: trigger } = workflows.createWorkflow.example.body
  const { examples } = WorkflowDefinition as { examples?: unknown[] } // as: TypeBox leaves the annotations out

  expect(examples).toHaveLength(1)
  for (const example of [definition, ...(examples ?? [])]) expect(faults(WorkflowDefinition, example)).toEqual([])
  expect(faults(WorkflowTrigger, trigger)).toEqual([])
})

describe('a step', () => {
  test.each([
    step('delay', { hours: 0.5 }),
    step('delay', { until: { time: '09:30', timezone: 'UTC' } }),
    step('condition', { any: [named, { all: [named, { any: [named] }] }] }),
    step('wait_for_event', { event: ['email.opened'], timeout: { duration: 'P3DT2H' } }),
    { key: 'it', type: 'exit', position: { x: 1 } },
  ])('can be %j', one => {
    expect(faults(WorkflowStep, one)).toEqual([])
  })

  test.each([
    step('dance', {}),
    step('delay', {}),
    step('delay', { hours: 1, days: 1 }),
    step('condition', { ...named, all: [named] }),
    step('condition', { any: [{ all: [{ operator: 'exists' }] }] }),
    step('update_contact', {}),
    { ...step('exit', {}), key: 'a.b' },
  ])('cannot be %j', one => {
    expect(faults(WorkflowStep, one)).not.toEqual([])
  })
})

test.each([
  ['WorkflowStep', WorkflowStep, stepTypes],
  ['WorkflowTrigger', WorkflowTrigger, triggerTypes],
] as const)('the document maps each type of %s to its component', (name, schema, types) => {
  const components = new Map<string, Schema>()
  publishSchema(schema, components)
  const { mapping } = Object(components.get(name)?.discriminator)

  expect(Object.keys(mapping)).toEqual([...types])
  for (const [type, ref] of Object.entries(mapping)) {
    const component = components.get(String(ref).replace('#/components/schemas/', ''))
    expect(Object(component?.properties).type).toMatchObject({ const: type })
  }
})
