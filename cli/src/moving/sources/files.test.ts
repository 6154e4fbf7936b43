import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { all } from './answering.fixture.ts'
import { fileSource } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const asItIs = (source: string) => ({ liquid: source, untranslated: [] })

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test('known columns map to built-in fields, and the others become contact fields', async () => {
  const contacts = file(
    'people.csv',
    'E-Mail;Vorname;Seats;Opt-In\nada@example.com;Ada;3;yes\ngrace@example.com;;;perhaps\n',
  )
  const source = fileSource({ contacts }, asItIs)

  expect(await all(source.contacts())).toEqual([
    { email: 'ada@example.com', firstName: 'Ada', emailSubscribed: true, properties: { Seats: '3' }, topics: {} },
    { leftOut: 'grace@example.com', why: expect.stringContaining('"perhaps"') },
  ])
  expect(await all(source.fields())).toEqual([{ name: 'Seats', type: 'number' }])
})

test('a column of the unsubscribed, as other services export it, unsubscribes', async () => {
  const contacts = file('audience.csv', 'email,unsubscribed\nada@example.com,true\ngrace@example.com,false\n')
  const source = fileSource({ contacts }, asItIs)

  expect(await all(source.contacts())).toEqual([
    { email: 'ada@example.com', emailSubscribed: false, properties: {}, topics: {} },
    { email: 'grace@example.com', emailSubscribed: true, properties: {}, topics: {} },
  ])
})

test.each([
  ['email,reason\na@example.com,550 5.1.1 no such user\nb@example.com,Spam Report\n', ['hard_bounce', 'complaint']],
  ['Recipient;Type\na@example.com;Unsubscribe\nb@example.com;x\n', ['unsubscribe', 'manual']],
  ['a@example.com\nb@example.com\n', ['manual', 'manual']],
])('suppressions have the reason of their row: %j', async (text, reasons) => {
  const found = await all(fileSource({ suppressions: file('list.csv', text) }, asItIs).suppressions())

  expect(found).toEqual(reasons.map((reason, at) => ({ email: `${'ab'[at]}@example.com`, reason })))
})

test('a file that cannot be read, or has no addresses, is an error', async () => {
  const missing = fileSource({ contacts: join(folder, 'none.csv') }, asItIs)
  const other = fileSource({ suppressions: file('other.csv', 'a,b\n1,2\n') }, asItIs)

  await expect(all(missing.contacts())).rejects.toThrow(
    `none.csv cannot be read: there is no file ${join(folder, 'none.csv')}. Check the path.`,
  )
  await expect(all(other.suppressions())).rejects.toThrow('no column with email addresses. It has: a, b.')
})
