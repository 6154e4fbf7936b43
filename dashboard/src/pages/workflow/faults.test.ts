import { expect, test } from 'vitest'
import type { Definition } from './definition.ts'
import { faultAt, inFull, placeFault, sentence, trigger, untouched } from './faults.ts'

const definition: Definition = {
  steps: [
    { key: 'wait', type: 'delay', config: {} },
    { key: 'tips', type: 'send_email', config: {} },
  ],
  connections: [{ from: 'wait', to: 'tips' }],
}
const place = (path: string) => {
  const { step, field } = placeFault({ path, message: 'is required' }, definition)
  return [step, field]
}

test.each([
  ['workflow_definition.steps.0.config.hours', 'wait', 'hours'],
  ['body.workflow_definition.steps.1.config.timeout.days', 'tips', 'timeout.days'],
  ['workflow_definition.steps.1.config', 'tips', ''],
  ['workflow_definition.steps.1', 'tips', ''],
  ['workflow_definition.steps.1.key', 'tips', 'key'],
  ['workflow_definition.connections.0.to', 'wait', ''],
  ['trigger_config.cron', trigger, 'cron'],
  ['trigger_type', trigger, 'type'],
  ['workflow_definition.steps', undefined, 'steps'],
  ['workflow_definition.steps.9.config', undefined, 'steps.9.config'],
  ['name', undefined, 'name'],
])('%s is about %j, %j', (path, step, field) => {
  expect(place(path)).toEqual([step, field])
})

test('a fault of a connection is shown at the step it starts from', () => {
  const path = 'workflow_definition.connections.0.to'
  expect(placeFault({ path, message: 'names no step' }, definition).message).toBe('its connection names no step')
})

test('a form finds the faults inside its field, and no others', () => {
  const placed = [
    { step: 'tips', field: 'timeout.days', message: 'must be a number' },
    { step: 'tips', field: 'subject_line', message: 'is not a field' },
  ]
  expect(faultAt(placed, 'timeout')).toBe('Must be a number.')
  expect(faultAt(placed, 'subject')).toBeUndefined()
})

test('a fault disappears when its step, its ways or the definition change, and returns when that is undone', () => {
  const then = { trigger: { type: 'contact_created' }, definition }
  const placed = [trigger, 'wait', 'tips', undefined].map(step => ({ step, field: '', message: 'is wrong' }))
  const left = (now: typeof then) => untouched(placed, then, now).map(({ step }) => step)

  expect(left(structuredClone(then))).toEqual([trigger, 'wait', 'tips', undefined])
  expect(left({ ...then, trigger: { type: 'time_based' } })).toEqual(['wait', 'tips', undefined])
  expect(left({ ...then, definition: { ...definition, connections: [] } })).toEqual([trigger, 'tips'])
  expect(left({ ...then, definition: { steps: definition.steps.slice(0, 1), connections: [] } })).toEqual([trigger])
})

test('a message becomes a sentence', () => {
  expect(sentence('is required')).toBe('Is required.')
  expect(sentence('is not known; did you mean days?')).toBe('Is not known; did you mean days?')
  expect(inFull({ step: 'wait', field: 'hours', message: 'must be a number' })).toBe('Hours must be a number.')
  expect(inFull({ step: 'call', field: 'url', message: 'is required' })).toBe('URL is required.')
  expect(inFull({ step: 'call', field: 'url.host', message: 'is required' })).toBe('URL.host: Is required.')
  expect(inFull({ step: 'asks', field: 'all.1.value', message: 'is required' })).toBe('all.1.value: Is required.')
})
