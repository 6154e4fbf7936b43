import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { noBrand } from './brand.ts'
import { type BrandChange, changeBrand, readBrand, readLogo } from './change.ts'
import { png } from './pictures.fixture.ts'

let database: Database
let organizationId: string
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
afterAll(() => database[Symbol.asyncDispose]())

const change = (asked: BrandChange) => database.transaction(tx => changeBrand(tx, organizationId, asked))

test('fields that are left out stay, null or empty fields are removed', async () => {
  ;({ organizationId } = (await createCallers(database)).live)
  expect(await readBrand(database.db, organizationId)).toEqual(noBrand)

  await change({ name: ' Acme ', color: '#FFD400', website: 'https://acme.test' })
  await change({ unsubscribeWords: 'Goodbye', name: '  ', website: null })

  expect(await readBrand(database.db, organizationId)).toEqual({
    ...noBrand,
    color: '#ffd400',
    unsubscribeWords: 'Goodbye',
  })
})

test('a logo is found by its hash until it is removed', async () => {
  const { logo } = await change({ logo: png.toString('base64') })
  await change({ color: null })

  expect(logo).toEqual({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), width: 3, height: 2 })
  expect(await readLogo(database.db, logo?.hash ?? '')).toEqual({ type: 'image/png', bytes: png })
  expect((await change({ logo: null })).logo).toBeNull()
  expect(await readLogo(database.db, logo?.hash ?? '')).toBeUndefined()
})

const wide = Buffer.from(png)
wide.writeUInt32BE(2_001, 16)

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /PNG, JPEG or WebP/],
  ['too many bytes', Buffer.concat([png, Buffer.alloc(100 * 1024)]), /100 KB/],
  ['too many pixels', wide, /2000 pixels.*2001 × 2/],
  ['nothing', Buffer.alloc(0), /PNG, JPEG or WebP/],
])('%s is refused, and changes nothing', async (_, bytes, message) => {
  await expect(change({ color: '#000000', logo: bytes.toString('base64') })).rejects.toMatchObject({
    code: 'validation_error',
    details: [{ path: 'logo', message: expect.stringMatching(message) }],
  })

  expect((await readBrand(database.db, organizationId)).color).toBeNull()
})

test('two changes at once are both kept', async () => {
  await Promise.all([change({ name: 'Both' }), change({ color: '#123456' }), change({ confirmationWords: 'Welcome' })])

  expect(await readBrand(database.db, organizationId)).toMatchObject({
    ...{ name: 'Both', color: '#123456', confirmationWords: 'Welcome' },
  })
})
