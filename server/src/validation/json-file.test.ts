import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TSchema, Type } from 'typebox'
import { afterAll, expect, test } from 'vitest'
import { Fatal } from '#core/fatal.ts'
import { checkJsonFile, readJsonFile } from './json-file.ts'
import { NumberThat, StrictObject, TextThat } from './schema-words.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-json-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = { what: 'The file', path: join(folder, 'a.json') }

const read = <S extends TSchema>(text: string, schema: S) => {
  writeFileSync(file.path, text)
  return checkJsonFile(file, schema, readJsonFile(file))
}

const Numbers = Type.Record(Type.String({ pattern: '^\\+' }), Type.Array(Type.String(), { title: 'a prefix' }), {
  additionalProperties: false,
})
const Sample = StrictObject(
  {
    name: TextThat(text => text !== 'no', 'must be text other than "no"'),
    missing: NumberThat(number => number > 0, 'must be a number above 0'),
    inner: Type.Optional(Numbers),
  },
  { expected: 'must be an object with "name"' },
)

test('a valid file returns its content', () => {
  expect(read('{"name":"a","missing":1,"about":"us"}', Sample)).toEqual({ name: 'a', missing: 1, about: 'us' })
})

test('all faults are reported at once, each with its path', () => {
  expect(() => read('{"name":5,"inner":{"+44":null,"44":[]},"naem":1,"zzzzzz":2,"about":"us"}', Sample)).toThrow(
    new Fatal(
      [
        `The file ${file.path} cannot be used:`,
        '  missing is required: it must be a number above 0',
        '  naem is not a field; did you mean name?',
        '  zzzzzz is not a field; expected name, missing, inner, about',
        '  name must be text other than "no"',
        '  inner.44 is not a field; expected a prefix',
        '  inner.+44 must be an array',
      ].join('\n'),
    ),
  )
})

test('a value that is not an object is reported once, without its missing fields', () => {
  expect(() => read('[]', Sample)).toThrow(/cannot be used:\n {2}It must be an object with "name"$/)
})

test('the name of an inherited property is not a field', () => {
  expect(() => read('{"name":"a","missing":1,"toString":1}', Sample)).toThrow(/toString is not a field; expected /)
})

const kinds = ['a', 'b'].map(kind => StrictObject({ kind: Type.Literal(kind), [kind]: Type.Number() }, {}))
const Kinds = Type.Object({
  one: Type.Unsafe({ type: 'object', discriminator: { propertyName: 'kind' }, oneOf: kinds }),
})

test.each([
  ['{"one":{}}', 'one.kind is required: it must be one of a, b'],
  ['{"one":{"kind":"other","d":1}}', 'one.kind must be one of a, b'],
  ['{"one":{"kind":"b","a":1,"b":1}}', 'one.a is not a field; did you mean b?'],
  ['{"one":{"kind":"b","b":"1"}}', 'one.b must be a number'],
])('only the intended kind is explained: %s', (text, fault) => {
  expect(() => read(text, Kinds)).toThrow(new Fatal(`The file ${file.path} cannot be used:\n  ${fault}`))
})

test('a known fault comes first, and replaces others with the same path', () => {
  const known = [{ path: 'name', message: 'is odd' }]

  expect(() => checkJsonFile(file, Sample, { missing: 1 }, known)).toThrow(/cannot be used:\n {2}name is odd$/)
})

test.each([
  [
    'a missing file',
    () => readJsonFile({ ...file, path: join(folder, 'none.json') }),
    /cannot be read: there is no file .*none\.json\. Check the path\.$/,
  ],
  ['a folder', () => readJsonFile({ ...file, path: folder }), /cannot be read: .* is a folder\. Name a file\.$/],
  ['an empty file', () => read('', Sample), /is not JSON/],
  ['half a file', () => read('{"a":', Sample), /is not JSON/],
])('%s is a fatal error that names the file', (_, work, expected) => {
  expect(work).toThrow(expected)
  expect(work).toThrow(Fatal)
})
