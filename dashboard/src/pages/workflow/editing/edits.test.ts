import { expect, test } from 'vitest'
import { before, type Definition, readDefinition, startsOf, targetOf } from '../definition.ts'
import { addStep, connect, freeKey, removeStep, renameStep, setConfig } from './edits.ts'

const onboarding: Definition = {
  steps: [
    { key: 'wait', type: 'delay', config: { days: 1 } },
    { key: 'tips', type: 'send_email', config: { from: 'a@b.co' } },
    { key: 'opened', type: 'wait_for_event', config: { event: 'email.opened', step: 'tips', timeout: { days: 1 } } },
    { key: 'thanks', type: 'send_email', config: { from: 'a@b.co' } },
    { key: 'again', type: 'send_sms', config: {} },
  ],
  connections: [
    { from: 'wait', to: 'tips' },
    { from: 'tips', to: 'opened' },
    { from: 'opened', to: 'thanks', type: 'event_received' },
    { from: 'opened', to: 'again', type: 'timeout' },
  ],
}

const keys = ({ steps }: Definition) => steps.map(({ key }) => key)

test('reading a definition keeps unknown properties and adds missing connections', () => {
  const written = { note: 'mine', steps: [{ key: 'a', type: 'exit', position: { x: 1 } }] }
  expect(readDefinition(written)).toEqual({
    note: 'mine',
    steps: [{ key: 'a', type: 'exit', position: { x: 1 }, config: {} }],
    connections: [],
  })
  expect(readDefinition(null)).toEqual({ steps: [], connections: [] })
})

test.each([
  ['a list', []],
  ['steps that are not a list', { steps: 'a' }],
  ['a step without a key', { steps: [{ type: 'exit' }] }],
  [
    'a duplicate key',
    {
      steps: [
        { key: 'a', type: 'exit' },
        { key: 'a', type: 'exit' },
      ],
    },
  ],
  ['a connection without an end', { steps: [], connections: [{ from: 'a' }] }],
])('%s is not a definition', (_, value) => {
  expect(readDefinition(value)).toBeUndefined()
})

test('a step is inserted between two others', () => {
  const { definition, key } = addStep(onboarding, 'send_sms', { from: 'wait', way: 'default' })
  expect(key).toBe('sms')
  expect(keys(definition).slice(0, 3)).toEqual(['wait', 'sms', 'tips'])
  expect(targetOf(definition, 'wait', 'default')).toBe('sms')
  expect(targetOf(definition, 'sms', 'default')).toBe('tips')
})

test('a step at the start leads to the former first step', () => {
  const { definition, key } = addStep(onboarding, 'condition', undefined)
  expect(startsOf(definition).map(step => step.key)).toEqual([key])
  expect(targetOf(definition, key, 'condition_met')).toBe('wait')
})

test('adding a step to one branch does not change the other', () => {
  const { definition, key } = addStep(onboarding, 'exit', { from: 'opened', way: 'timeout' })
  expect(targetOf(definition, 'opened', 'timeout')).toBe(key)
  expect(targetOf(definition, 'opened', 'event_received')).toBe('thanks')
  expect(definition.connections.some(({ from }) => from === key)).toBe(false)
})

test('the first step needs no connection', () => {
  const { definition } = addStep({ steps: [], connections: [] }, 'send_email', undefined)
  expect(definition).toEqual({ steps: [{ key: 'email', type: 'send_email', config: {} }], connections: [] })
})

test('a new message has the sender of the message before it', () => {
  const { definition, key } = addStep(onboarding, 'send_email', { from: 'wait', way: 'default' })
  expect(definition.steps.find(step => step.key === key)?.config).toEqual({ from: 'a@b.co' })
})

test('a new key is unique', () => {
  expect(freeKey(onboarding, 'delay')).toBe('delay')
  expect(freeKey(onboarding, 'wait_for_event')).toBe('wait_2')
})

test('removing a step reconnects its neighbors', () => {
  const without = removeStep(onboarding, 'tips')
  expect(targetOf(without, 'wait', 'default')).toBe('opened')
  expect(targetOf(removeStep(onboarding, 'opened'), 'tips', 'default')).toBe('thanks')
  expect(removeStep(onboarding, 'thanks').connections).toHaveLength(3)
})

test('a step that leads to itself can be removed', () => {
  const loop = connect(onboarding, { from: 'again', way: 'default' }, 'again')
  expect(removeStep(loop, 'again').connections.some(({ to }) => to === 'again')).toBe(false)
})

test('a way leads to one step at a time', () => {
  const other = connect(onboarding, { from: 'opened', way: 'timeout' }, 'thanks')
  expect(other.connections.filter(({ from }) => from === 'opened')).toHaveLength(2)
  expect(targetOf(other, 'opened', 'timeout')).toBe('thanks')
  expect(targetOf(connect(other, { from: 'opened', way: 'timeout' }, undefined), 'opened', 'timeout')).toBeUndefined()
})

test('renaming a step changes every reference to it', () => {
  const asks = { field: 'steps.tips.opened', operator: 'eq', value: true }
  const other = { field: 'steps.tips_2.opened', operator: 'exists' }
  const nested = setConfig(
    { ...onboarding, steps: [...onboarding.steps, { key: 'asks', type: 'condition', config: {} }] },
    'asks',
    { any: [asks, { all: [asks, other] }] },
  )
  const renamed = renameStep(nested, 'tips', 'hints')
  expect(keys(renamed)).toContain('hints')
  expect(targetOf(renamed, 'wait', 'default')).toBe('hints')
  expect(renamed.steps.find(({ key }) => key === 'opened')?.config.step).toBe('hints')
  const asked = { ...asks, field: 'steps.hints.opened' }
  expect(renamed.steps.at(-1)?.config).toEqual({ any: [asked, { all: [asked, other] }] })
})

test('the earlier steps are found, also through loops', () => {
  const loop = connect(onboarding, { from: 'again', way: 'default' }, 'tips')
  expect([...before(loop, 'opened')].toSorted()).toEqual(['again', 'opened', 'tips', 'wait'])
  expect([...before(onboarding, 'thanks')].toSorted()).toEqual(['opened', 'tips', 'wait'])
})
