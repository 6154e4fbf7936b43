import { expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import { cpuNow } from '../../../testing/cpu-clock.ts'
import { readJsonBody } from './json-body.ts'
import { JsonScanner } from './json-scanner.ts'

function read(text: string | Buffer, maxDepth = 33) {
  const bytes = Buffer.from(text as string)
  const scanner = new JsonScanner({ maxDepth, maxValues: 1_000 })
  scanner.write(bytes)
  return readJsonBody(bytes, scanner)
}
const codeOf = (text: string | Buffer, depth?: number) => {
  try {
    read(text, depth)
  } catch (error) {
    return error instanceof Refusal ? error.code : error
  }
  return 'accepted'
}
const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)

test.each([
  '{}',
  '{"a":[1,2,{"b":"c"}]}',
  '{"a":"\\"\\\\"}',
  '{"a":"\\\\"}',
  '{"a":"x:y,{[","b":":"}',
  '"x"',
  'null',
  '\ufeff{"a":1}',
])('%s is read like JSON.parse', text => {
  expect(read(text)).toEqual(JSON.parse(text.replace('\ufeff', '')))
})

test.each(['', '{', '{"a":1,}', '{"a":NaN}', '{/*c*/}', "{'a':1}", '{"a":1}x', '\u0000', '{"a":"\u0001"}'])(
  '%j is not JSON',
  text => {
    expect(codeOf(text)).toBe('invalid_json')
  },
)

test.each([
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
])('%s is not JSON in UTF-8', (_name, bytes) => {
  expect(codeOf(bytes)).toBe('invalid_json')
})

test('a value may nest up to the limit', () => {
  expect(codeOf(nested(33))).toBe('accepted')
  expect(codeOf(nested(34))).toBe('validation_error')
  expect(codeOf(nested(20, '{"a":[', ']}').replace('[]', '[1]'), 40)).toBe('accepted')
})

test.each([5_000, 1_000_000])('%i levels are refused before they are parsed', depth => {
  const begun = cpuNow()

  expect(codeOf(nested(depth))).toBe('validation_error')
  expect(cpuNow() - begun).toBeLessThan(200)
})

test('brackets inside strings do not count', () => {
  expect(codeOf(JSON.stringify({ a: '['.repeat(1_000), ['{'.repeat(50)]: 1 }))).toBe('accepted')
})

test.each([
  ['{"a":"x\\u0000y"}', 'a'],
  ['{"a":["\\ud800"]}', 'a.0'],
  ['{"a":{"b":"\\udc00x"}}', 'a.b'],
  ['{"a":{"__proto__":1}}', 'a'],
  ['{"a":{"\\u005f_proto__":1}}', 'a'],
  ['{"\\u0000":1}', 'body'],
  ['{"a":{"b":1e400}}', 'a.b'],
  ['{"a":[-1e400]}', 'a.0'],
])('%s is refused with its path', (text, path) => {
  expect(() => read(text)).toThrow(
    expect.objectContaining({ code: 'validation_error', details: [expect.objectContaining({ path })] }),
  )
})

test('a complete surrogate pair is accepted', () => {
  expect(read('{"a":"\\ud83d\\ude00"}')).toEqual({ a: '😀' })
})

test.each(['{"a":1,"a":2}', '{"x":{"to":"a","to":"b"}}', '{"a":1,"\\u0061":2}'])(
  '%s is refused for its duplicate key',
  text => {
    expect(codeOf(text)).toBe('invalid_json')
  },
)

test('constructor and prototype are plain data', () => {
  expect(read('{"constructor":{"prototype":{"x":1}}}')).toEqual({ constructor: { prototype: { x: 1 } } })
  expect(({} as { x?: number }).x).toBeUndefined()
})

const padding = ' '.repeat(300_000)

test.each([
  '[{"a":1},{"b":[2,"x,y]"]}]',
  '[1,[2,3],"\\"]",{}]',
  '[{},{}]',
  '[1,,2]',
  '[1,2',
  '[1,2}',
  '[1,2]]',
  '[1][2,3]',
  '[1,{"a":1],2]',
  '[1,2],',
  '{"a":[1,2]}',
  '{"a":1} [1,2]',
  '[1,"\ufeff",\ufeff2]',
  '[{"a":1,"a":2},1]',
  '[{"__proto__":1},"\\ud800"]',
  '[1,"é",nul]',
])('%s is read the same when it is long and parsed over several turns', async text => {
  const outcome = async (read: () => unknown) => {
    try {
      return await read()
    } catch (error) {
      return error instanceof Refusal ? { code: error.code, message: error.message, details: error.details } : error
    }
  }
  const long = text.replace(',', `,${padding}`)
  // The reported position of an extra bracket may differ by one.
  const summaryOf = async (text: string) =>
    JSON.stringify(await outcome(() => read(text))).replace(/ \(at position \d+\)/, '')

  expect(await summaryOf(long)).toBe(await summaryOf(text))
})

test('the position of a fault in a long list counts from the start of the body', async () => {
  const text = ` [1,"é",${padding}{"a":1 2}]`

  await expect(read(text)).rejects.toThrow(`(at position ${text.indexOf('2}')})`)
})

test('parsing a long list yields to other work', async () => {
  const entry = JSON.stringify({ html: 'x'.repeat(100_000) })
  let turns = 0
  const count = () => setImmediate(() => turns++ < 100 && count())
  count()

  const value = await read(`[${Array(50).fill(entry).join()}]`)

  expect(value).toEqual(Array(50).fill(JSON.parse(entry)))
  expect(turns).toBeGreaterThan(10)
})
