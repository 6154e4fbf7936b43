import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Fatal } from '#core/fatal.ts'
import { geoipFile } from './geoip-file.fixture.ts'
import { openLocations } from './location.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-geoip-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const berlin = { city: { names: { de: 'Berlin', en: 'Berlin' } }, country: { iso_code: 'DE' } }
const written = (name: string, content: Buffer) => {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

test('an address is located by city and country', async () => {
  const locate = await openLocations(written('city.mmdb', geoipFile(81, berlin)))
  expect(locate('81.2.69.142')).toBe('Berlin, DE')
  expect(locate('80.2.69.142')).toBeUndefined()
})

test('a database of countries gives the country', async () => {
  const locate = await openLocations(written('country.mmdb', geoipFile(200, { country: { iso_code: 'BR' } })))
  expect(locate('200.1.1.1')).toBe('BR')
})

test.each(['', 'nonsense', '2001:db8::1', '5100::1'])('%j has no location', async address => {
  const locate = await openLocations(written('city.mmdb', geoipFile(0x51, berlin)))
  expect(locate(address)).toBeUndefined()
})

test('without a file, no address has a location', async () => {
  expect((await openLocations(null))('81.2.69.142')).toBeUndefined()
})

test.each([
  ['is not there', () => join(folder, 'missing.mmdb')],
  ['is something else', () => written('other.mmdb', Buffer.from('{}'))],
])('a file that %s stops the start and is named', async (_, file) => {
  const opening = openLocations(file())
  await expect(opening).rejects.toBeInstanceOf(Fatal)
  await expect(opening).rejects.toThrow(file())
})
