import { expect, test } from 'vitest'
import { forgetEdits, keepEdits, keptEdits } from './kept-edits.ts'

const kept = { edits: { html: '<p>{% if</p>' }, base: '2026-11-15T09:30:00.000Z' }

test('refused edits are kept until they are stored', () => {
  const store = storeOf()

  keepEdits(store, 'one', kept)
  expect(keptEdits(store, 'one')).toEqual(kept)
  expect(keptEdits(store, 'other')).toBeUndefined()

  keepEdits(store, 'one', undefined)
  expect(keptEdits(store, 'one')).toBeUndefined()
})

test('signing out removes the kept edits and nothing else', () => {
  const store = storeOf()
  store.setItem('posthorn.theme', 'dark')
  keepEdits(store, 'one', kept)
  keepEdits(store, 'two', kept)

  forgetEdits(store)

  expect(keptEdits(store, 'one') ?? keptEdits(store, 'two')).toBeUndefined()
  expect(store.getItem('posthorn.theme')).toBe('dark')
})

test('full storage drops the edits instead of restoring outdated ones', () => {
  const store = storeOf()
  keepEdits(store, 'one', kept)
  const full = {
    ...store,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }

  keepEdits(full, 'one', { ...kept, edits: { html: 'longer' } })

  expect(keptEdits(store, 'one')).toBeUndefined()
})

test.each(['{', 'null', '[]', '{"edits":{"html":1},"base":""}', '{"edits":{"html":"x"}}'])(
  'invalid stored edits are ignored: %s',
  text => {
    const store = storeOf()
    store.setItem('posthorn.edits.one', text)

    expect(keptEdits(store, 'one')).toBeUndefined()
  },
)

/** A stand-in for the browser's storage. */
function storeOf() {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    key: (at: number) => [...entries.keys()][at] ?? null,
    get length() {
      return entries.size
    },
  }
}
