import { expect, test } from 'vitest'
import { chords } from './keyboard.ts'

// biome-ignore format: one row a line
const rows: [name: string, keys: [key: string, timeStamp: number][], isSecond: boolean[]][] = [
  ['a letter soon after the page was opened', [['k', 900]], [false]],
  ['g and a letter', [['g', 5_000], ['k', 6_000]], [false, true]],
  ['g and a letter too late', [['g', 5_000], ['k', 6_500]], [false, false]],
  ['a letter after a chord', [['g', 100], ['e', 200], ['k', 300]], [false, true, false]],
  ['a letter after another letter', [['j', 100], ['k', 200]], [false, false]],
  ['g twice, then a letter', [['g', 100], ['g', 200], ['k', 300]], [false, true, false]],
]

test.each(rows)('%s', (_, keys, isSecond) => {
  const isSecondOfChord = chords()
  expect(keys.map(([key, timeStamp]) => isSecondOfChord({ key, timeStamp }))).toEqual(isSecond)
})
