import { expect, test } from 'vitest'
import { parseTraceparent } from './trace-place.ts'

const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']

test.each([
  [`00-${trace}-${span}-01`, 1],
  [`00-${trace}-${span}-00`, 0],
  [`00-${trace}-${span}-03`, 1],
  [`cc-${trace}-${span}-01-what-comes-later`, 1],
])('%s is parsed with its sampled flag', (text, traceFlags) => {
  expect(parseTraceparent(text)).toEqual({ traceId: trace, spanId: span, traceFlags })
})

test.each([
  '',
  `ff-${trace}-${span}-01`,
  `00-${trace}-${span}-01-more`,
  `00-${'0'.repeat(32)}-${span}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace.toUpperCase()}-${span}-01`,
  `00-${trace}-${span}`,
  'x'.repeat(10_000),
])('%j is invalid', text => {
  expect(parseTraceparent(text)).toBeUndefined()
})
