import type { SegmentFilter } from '@posthorn/contract/segments/filter'
import { expect, test } from 'vitest'
import { isComplete, newGroup, newLeaf, pathsOf, replaced, toFilter, toTree, without, withPart } from './tree.ts'

const paid = { event: 'order.paid', at_least: 2, within_days: 30 }
const opened = { activity: 'opened' } as const

test.each<[SegmentFilter]>([
  [{ all: [paid, { any: [opened, { not: { topic_id: 't' } }] }] }],
  [{ any: [paid, { not: { all: [opened, paid] } }] }],
])('%j is shown and becomes the same again', filter => {
  expect(toFilter(toTree(filter))).toEqual(filter)
})

test('a single condition becomes a group, and a contrary of a contrary is none', () => {
  expect(toFilter(toTree(paid))).toEqual({ all: [paid] })
  expect(toFilter(toTree({ not: { not: paid } }))).toEqual({ all: [paid] })
})

test('groups without conditions are left out, also with all that is around them', () => {
  expect(toFilter(newGroup([newGroup([]), newLeaf(paid)]))).toEqual({ all: [paid] })
  expect(toFilter(newGroup([newGroup([newGroup([])])]))).toBeUndefined()
})

test('what is to be filled in is missed', () => {
  expect(isComplete(newLeaf({ field: 'email', operator: 'eq', value: '' }))).toBe(false)
  expect(isComplete(newLeaf({ field: 'email', operator: 'exists' }))).toBe(true)
  expect(isComplete(newLeaf({ field: 'email_subscribed', operator: 'eq', value: false }))).toBe(true)
  expect(isComplete(newGroup([newLeaf(paid), newLeaf({ topic_id: '' })]))).toBe(false)
  expect(isComplete(newLeaf({ event: '' }))).toBe(false)
})

test('each part has its place in the request, with those that are left out not counted', () => {
  const leaf = { ...newLeaf(paid), isNot: true }
  const inner = { ...newGroup([leaf], 'any'), isNot: true }
  const tree = newGroup([newGroup([]), newLeaf(opened), inner])

  expect(pathsOf(tree).get(leaf.key)).toBe('filter.all.1.not.any.0.not')
})

test('parts are added, replaced and taken away', () => {
  const leaf = newLeaf(paid)
  const tree = withPart(newGroup([]), leaf)

  expect(toFilter(replaced(tree, { ...leaf, isNot: true }))).toEqual({ all: [{ not: paid }] })
  expect(toFilter(without(tree, leaf.key))).toBeUndefined()
})
