import { expect, test } from 'vitest'
import type { Content } from '../definition.ts'
import { changed, historyOf, redone, renewed, undone } from './history.ts'

const waiting = (days: number): Content => ({
  trigger: { type: 'contact_created' },
  definition: { steps: [{ key: 'wait', type: 'delay', config: { days } }], connections: [] },
})
const [one, two, three] = [waiting(1), waiting(2), waiting(3)]

test('an edit is undone and redone, until the next edit', () => {
  const edited = changed(historyOf(one), two)

  expect(undone(edited).now).toBe(one)
  expect(redone(undone(edited)).now).toBe(two)
  expect(redone(changed(undone(edited), three)).now).toBe(three)
  expect(undone(historyOf(one)).now).toBe(one)
})

test('what somebody else saves is shown where nothing was edited, also if an edit was undone or saved', () => {
  const opened = historyOf(one)
  const saved = renewed(changed(opened, two), waiting(2))

  for (const history of [opened, undone(changed(opened, two)), saved])
    expect(renewed(history, three)).toEqual(historyOf(three))
})

test('edits outlive what somebody else saves, and can be undone once they are saved', () => {
  const edited = changed(historyOf(one), two)

  expect(renewed(edited, three)).toEqual({ ...edited, stored: three })
  expect(undone(renewed(edited, waiting(2))).now).toBe(one)
})
