import type { SegmentFilter } from '@posthorn/contract/segments/filter'
import { expect, test } from 'vitest'
import { isComplete, newGroup, newLeaf, pathsOf, replaced, toFilter, toTree, without, withPart } from './tree.ts'

const paid = { event: 'order.paid', at_least: 2, within_days: 30 }
const opened = { activity: 'opened' } as const

test.each<[SegmentFilter]>([
  [{ all: [paid, { any: [opened, { not: { topic_id: 't' } }] }] }],
  [{ any: [paid, { not: { all: [opened, paid] } }] }],
])('%j survives the round trip through the builder', filter => {
  expect(toFilter(toTree(filter))).toEqual(filter)
})

test('a single condition becomes a group, and a double negation is removed', () => {
  expect(toFilter(toTree(paid))).toEqual({ all: [paid] })
  expect(toFilter(toTree({ not: { not: paid } }))).toEqual({ all: [paid] })
})

test('groups without conditions are left out, also nested ones', () => {
  expect(toFilter(newGroup([newGroup([]), newLeaf(paid)]))).toEqual({ all: [paid] })
  expect(toFilter(newGroup([newGroup([newGroup([])])]))).toBeUndefined()
})

test('a part with an empty required value is incomplete', () => {
  expect(isComplete(newLeaf({ field: 'email', operator: 'eq', value: '' }))).toBe(false)
  expect(isComplete(newLeaf({ field: 'email', operator: 'exists' }))).toBe(true)
  expect(isComplete(newLeaf({ field: 'email_subscribed', operator: 'eq', value: false }))).toBe(true)
  expect(isComplete(newGroup([newLeaf(paid), newLeaf({ topic_id: '' })]))).toBe(false)
  expect(isComplete(newLeaf({ event: '' }))).toBe(false)
})

test('each part has its path in the request, not counting empty groups', () => {
  const leaf = { ...newLeaf(paid), isNot: true }
  const inner = { ...newGroup([leaf], 'any'), isNot: true }
  const tree = newGroup([newGroup([]), newLeaf(opened), inner])

  expect(pathsOf(tree).get(leaf.key)).toBe('filter.all.1.not.any.0.not')
})

test('parts are added, replaced and removed', () => {
  const leaf = newLeaf(paid)
  const tree = withPart(newGroup([]), leaf)

  expect(toFilter(replaced(tree, { ...leaf, isNot: true }))).toEqual({ all: [{ not: paid }] })
  expect(toFilter(without(tree, leaf.key))).toBeUndefined()
})
