import { expect, test } from 'vitest'
import { stepsFor } from './steps.ts'

const nothing = { key: false, email: false, domain: false, transport: false, webhook: false, invitation: false }

test('a role sees the steps it may do, and whether they are done', () => {
  expect(stepsFor('owner', { ...nothing, email: true }).map(({ name, isDone }) => [name, isDone])).toEqual([
    ['key', false],
    ['email', true],
    ['domain', false],
    ['transport', false],
    ['webhook', false],
    ['invitation', false],
  ])
  expect(stepsFor('developer', nothing).map(({ name }) => name)).toEqual(['key', 'email', 'domain', 'webhook'])
  expect(stepsFor('viewer', nothing)).toEqual([])
})
