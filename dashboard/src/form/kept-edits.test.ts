import { expect, test } from 'vitest'
import { forgetEdits, keepEdits, keptEdits } from './kept-edits.ts'

const kept = { edits: { html: '<p>{% if</p>' }, base: '2026-11-15T09:30:00.000Z' }

test('what the server refused is there again, until it is stored', () => {
  const store = storeOf()

  keepEdits(store, 'one', kept)
  expect(keptEdits(store, 'one')).toEqual(kept)
  expect(keptEdits(store, 'other')).toBeUndefined()

  keepEdits(store, 'one', undefined)
  expect(keptEdits(store, 'one')).toBeUndefined()
})

test('whoever signs out leaves nothing of it behind, and nothing else is touched', () => {
  const store = storeOf()
  store.setItem('posthorn.theme', 'dark')
  keepEdits(store, 'one', kept)
  keepEdits(store, 'two', kept)

  forgetEdits(store)

  expect(keptEdits(store, 'one') ?? keptEdits(store, 'two')).toBeUndefined()
  expect(store.getItem('posthorn.theme')).toBe('dark')
})

test('a full browser forgets rather than bring back half of it', () => {
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
  'what is not ours is nothing: %s',
  text => {
    const store = storeOf()
    store.setItem('posthorn.edits.one', text)

    expect(keptEdits(store, 'one')).toBeUndefined()
  },
)

/** A browser’s storage. */
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
