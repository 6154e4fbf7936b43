import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

function filled(entries: readonly string[]) {
  const queue = fairQueue<string>()
  for (const entry of entries) queue.push(entry[0] ?? '', entry)
  return queue
}

const all = () => true

test('takes one item per tenant in turn, in the order of each tenant', () => {
  expect(filled(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']).takeWhile(all)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('a tenant that was served waits for all others', () => {
  const queue = filled(['a1', 'a2', 'b1'])

  expect(queue.take()).toBe('a1')
  queue.push('c', 'c1')

  expect(queue.takeWhile(all)).toEqual(['b1', 'a2', 'c1'])
  expect(queue.size).toBe(0)
})

test('skips a tenant that may not have a turn, which keeps its place', () => {
  const queue = filled(['a1', 'b1'])

  expect(queue.take(tenant => tenant !== 'a')).toBe('b1')
  expect(queue.take(() => false)).toBeUndefined()
  expect(queue.take()).toBe('a1')
})

test('a returned item comes before the others of its tenant', () => {
  const queue = filled(['a1', 'a2', 'b1'])
  queue.pushFront('a', queue.take() ?? '')

  expect(queue.takeWhile(all)).toEqual(['b1', 'a1', 'a2'])
})

test('stops at the first item that is not accepted', () => {
  const queue = filled(['a1', 'b1', 'c1'])

  expect(queue.takeWhile(item => item !== 'b1')).toEqual(['a1'])
  expect(queue.size).toBe(2)
})

test('a removed item is not taken', () => {
  const queue = filled(['a1', 'a2', 'b1'])
  queue.remove('a', 'a1')
  queue.remove('b', 'b1')
  queue.remove('b', 'b1')

  expect([queue.waitingOf('a'), queue.waitingOf('b'), queue.size]).toEqual([1, 0, 1])
  expect(queue.clear()).toEqual(['a2'])
  expect(queue.size).toBe(0)
})

test('makes room by removing from the tenant with the most items, unless that tenant asks', () => {
  const queue = filled(['a1', 'a2', 'a3', 'b1'])

  expect(queue.makeRoom('a')).toBeUndefined()
  expect(queue.makeRoom('c')).toBe('a3')
  expect(queue.makeRoom('b')).toBeUndefined()
  expect(queue.size).toBe(3)
})
