import { describe, expect, test } from 'vitest'
import { prose } from './prose.ts'

describe('prose', () => {
  test.each([
    ['Set scheduled_for.', 'Set <code>scheduled_for</code>.'],
    ['Needs `emails:send` here.', 'Needs <code>emails:send</code> here.'],
    ['Nothing special.', 'Nothing special.'],
    ['`<b>` stays text & so does <i>', '<code>&lt;b&gt;</code> stays text &amp; so does &lt;i&gt;'],
  ])('%s', (text, expected) => {
    expect(prose(text).markup).toBe(expected)
  })
})
