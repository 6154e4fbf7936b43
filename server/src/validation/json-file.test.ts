import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Fatal } from './fatal.ts'
import { complain, fieldsOf, type Place, readJsonFile, refuseUnknown } from './json-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-json-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'a.json')

const read = <T>(text: string, work: (place: Place) => T): T => {
  writeFileSync(file, text)
  return readJsonFile('The file', file, work)
}

test('a file that can be used is what its reader makes of it', () => {
  expect(read('{"a":1}', place => fieldsOf(place, 'an object')('a').value)).toBe(1)
})

test('all faults are told at once, each with its place', () => {
  const work = (place: Place) => {
    const field = fieldsOf(place, 'an object')
    refuseUnknown(place, ['name', 'inner', 'missing'])
    complain(field('name'), 'a text')
    complain(field('missing'), 'a number')
    const inner = fieldsOf(field('inner'), 'an object')
    complain(inner('+44'), 'a list')
  }

  expect(() => read('{"name":5,"inner":{"+44":null},"naem":1,"zzzzzz":2,"about":"us"}', work)).toThrow(
    new Fatal(
      [
        `The file ${file} cannot be used:`,
        '  naem is not known. Did you mean name?',
        '  zzzzzz is not known. Here stands name, inner, missing, and "about" for people.',
        '  name must be a text, not 5.',
        '  missing is missing: it must be a number.',
        '  inner["+44"] must be a list, not null.',
      ].join('\n'),
    ),
  )
})

test('what is no object is complained about once, and not for all that it lacks', () => {
  const work = (place: Place) => {
    const field = fieldsOf(place, 'an object')
    complain(field('name'), 'a text')
    complain(fieldsOf(field('inner'), 'an object')('deep'), 'a text')
  }

  expect(() => read('[]', work)).toThrow(/cannot be used:\n {2}It must be an object, not .*\.$/)
})

test('a name that every object has by itself is not a field', () => {
  expect(read('{}', place => fieldsOf(place, 'an object')('toString').value)).toBeUndefined()
})

test.each([
  [
    'a file that is not there',
    () => readJsonFile('The file', join(folder, 'none.json'), () => 1),
    /cannot be read: ENOENT/,
  ],
  ['a folder', () => readJsonFile('The file', folder, () => 1), /cannot be read: EISDIR/],
  ['an empty file', () => read('', () => 1), /is not JSON/],
  ['half a file', () => read('{"a":', () => 1), /is not JSON/],
])('%s stops the start with a line that names it', (_, work, expected) => {
  expect(work).toThrow(expected)
  expect(work).toThrow(Fatal)
})
