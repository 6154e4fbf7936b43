import { expect, test } from 'vitest'
import type { Definition } from './definition.ts'
import { firstStep, nextOf, stepOf } from './next-step.ts'

const definition: Definition = {
  steps: [
    { key: 'late', type: 'exit', config: {} },
    { key: 'wait', type: 'delay', config: { days: 1 } },
    { key: 'asks', type: 'condition', config: { field: 'contact.first_name', operator: 'exists' } },
  ],
  connections: [
    { from: 'wait', to: 'asks', type: 'default' },
    { from: 'asks', to: 'late', type: 'condition_not_met' },
  ],
}

test('a run starts at the step without incoming connections, wherever it is in the list', () => {
  expect(firstStep(definition).key).toBe('wait')
})

test('a run follows the connection of its way out, and completes where there is none', () => {
  expect(nextOf(definition, 'wait', 'default')).toBe('asks')
  expect(nextOf(definition, 'asks', 'condition_not_met')).toBe('late')
  expect(nextOf(definition, 'asks', 'condition_met')).toBeUndefined()
  expect(nextOf(definition, 'late', 'default')).toBeUndefined()
})

test('a step is found by its key', () => {
  expect(stepOf(definition, 'asks')?.type).toBe('condition')
  expect(stepOf(definition, 'toString')).toBeUndefined()
})
