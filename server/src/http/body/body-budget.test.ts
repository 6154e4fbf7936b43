import { expect, test } from 'vitest'
import { BodyBudget, freeBytes } from './body-budget.ts'

const total = 1_000_000
const refusal = expect.objectContaining({ code: 'service_unavailable' })

test('bytes are charged as they arrive and released at the end', () => {
  const budget = new BodyBudget(total)
  const lease = budget.open('acme')

  lease.charge(freeBytes + 1_000)
  lease.charge(freeBytes + 3_000)

  expect(budget.held).toBe(3_000)
  lease.release()
  lease.release()
  expect(budget.held).toBe(0)
})

test('small bodies are never refused', () => {
  const budget = new BodyBudget(total)
  budget.open('acme').charge(freeBytes + total)

  expect(() => budget.open('acme').charge(freeBytes)).not.toThrow()
  expect(() => budget.open('other').charge(freeBytes)).not.toThrow()
})

test('all bodies together stay within the budget', () => {
  const budget = new BodyBudget(total)
  for (const owner of ['a', 'b', 'c', 'd']) budget.open(owner).charge(freeBytes + total / 4)

  expect(() => budget.open('e').charge(freeBytes + 1)).toThrow(refusal)
  expect(budget.held).toBe(total)
})

test('one owner gets half of the budget, except for a single body', () => {
  const budget = new BodyBudget(total)
  const single = budget.open('acme')
  single.charge(freeBytes + 0.6 * total)

  expect(() => budget.open('acme').charge(freeBytes + 1)).toThrow(refusal)
  expect(() => budget.open('other').charge(freeBytes + 0.4 * total)).not.toThrow()

  single.release()
  const both = [budget.open('acme'), budget.open('acme')]
  for (const lease of both) lease.charge(freeBytes + 0.25 * total)
  expect(() => both[0]?.charge(freeBytes + 0.25 * total + 1)).toThrow(refusal)
})

test('a declared size that does not fit is refused at once, and declared sizes are not charged', () => {
  const budget = new BodyBudget(total)
  budget.open('acme').expect(freeBytes + total)
  expect(budget.held).toBe(0)

  budget.open('acme').charge(freeBytes + 1)
  expect(() => budget.open('other').expect(freeBytes + total)).toThrow(refusal)
})
