/** Workflows that are expensive to check, to run or to fill in. At most 256 KiB each. */
import fc, { type Arbitrary } from 'fast-check'
import { workflowAttack } from './attacks.ts'
import { sizes } from './fields.ts'
import { liquids } from './liquids.ts'
import type { Attack, Target } from './target.ts'
import { fill, strings } from './texts.ts'

type Step = { key: string; type: string; config: object }
type Definition = { steps: Step[]; connections: object[] }

/** Saved as active, simulated and removed; most of them are refused at once. */
const definitionAttack = (about: string, definition: Definition): Attack => ({
  about,
  async run({ send }: Target) {
    const fields = {
      name: 'Hostile',
      trigger_config: { type: 'contact_added_to_topic' },
      workflow_definition: definition,
    }
    const save = (status: string) =>
      send(
        {
          operation: 'createWorkflow',
          method: 'POST',
          path: '/v1/workflows',
          body: JSON.stringify({ ...fields, status }),
        },
        about,
      )
    const [active, draft] = [await save('active'), await save('draft')]
    if (draft.status !== 201) return [active, draft]
    const path = `/v1/workflows/${draft.body.id}`
    const body = JSON.stringify({ contact: { email: 'ada@example.com' } })
    const simulated = await send({
      operation: 'simulateWorkflow',
      method: 'POST',
      path: `${path}/simulate`,
      body,
    })
    const removed = await send({ operation: 'deleteWorkflow', method: 'DELETE', path })
    return [active, draft, simulated, removed]
  },
})

const wait = (nth: number): Step => ({ key: `k${nth}`, type: 'delay', config: { seconds: 1 } })
const times = <T>(count: number, make: (nth: number) => T): T[] => Array.from({ length: count }, (_, nth) => make(nth))
const condition = (inner: object): Step => ({ key: 'k0', type: 'condition', config: inner })
const equal = { field: 'contact.email', operator: 'eq', value: 'x' }

const nested = (depth: number): object => {
  let inner: object = equal
  for (let nth = 0; nth < depth; nth++) inner = { all: [inner, equal] }
  return inner
}

const definitions: Record<string, (size: number) => Definition> = {
  'many steps in a row': size => {
    const steps = times(Math.ceil(size / 60), wait)
    return { steps, connections: steps.slice(1).map((step, nth) => ({ from: `k${nth}`, to: step.key })) }
  },
  'all steps to all': size => {
    const count = Math.max(2, Math.floor(Math.sqrt(size / 30)))
    return {
      steps: times(count, wait),
      connections: times(count * count, nth => ({ from: `k${nth % count}`, to: `k${Math.floor(nth / count)}` })),
    }
  },
  'connections to nowhere': size => ({
    steps: [wait(0)],
    connections: times(Math.ceil(size / 30), nth => ({ from: 'k0', to: `x${nth}` })),
  }),
  'steps of one key': size => ({ steps: times(Math.ceil(size / 60), () => wait(0)), connections: [] }),
  'conditions in conditions': size => ({ steps: [condition(nested(Math.min(28, size / 60)))], connections: [] }),
  'many conditions': size => ({
    steps: [condition({ all: times(Math.ceil(size / 60), () => equal) })],
    connections: [],
  }),
  'a long value of a condition': size => ({
    steps: [condition({ ...equal, operator: 'contains', value: fill('a', size) })],
    connections: [],
  }),
  'steps of no type': size => ({
    steps: times(Math.ceil(size / 60), nth => ({ key: `k${nth}`, type: 'x', config: {} })),
    connections: [],
  }),
}

const emailStep = (html: string) => ({ type: 'send_email', config: { from: 'a@acme.test', subject: 'S', html } })

export const workflowAttacks: Arbitrary<Attack>[] = [
  fc
    .record({ kind: fc.constantFrom(...Object.keys(definitions)), size: sizes(250_000) })
    .map(({ kind, size }) =>
      definitionAttack(`${kind}, ${size}`, definitions[kind]?.(size) ?? { steps: [], connections: [] }),
    ),
  // A run has only the contact, so only programs without variables.
  fc
    .record({
      kind: fc.constantFrom('a list that is printed', 'a list in json', 'a list that is joined', 'loops in loops'),
      size: sizes(100_000),
    })
    .map(({ kind, size }) =>
      workflowAttack(`a step with ${kind}, ${size}`, emailStep(liquids[kind]?.(size).source ?? ''), 'any'),
    ),
  fc.record({ kind: fc.constantFrom(...Object.keys(strings)), size: sizes(200_000) }).map(({ kind, size }) =>
    definitionAttack(`a step with ${kind}, ${size}`, {
      steps: [{ key: 'k0', ...emailStep(strings[kind]?.(size) ?? '') }],
      connections: [],
    }),
  ),
]
