import type { Contact } from '@posthorn/contract/audience/contacts'
import { expect, inject, test } from 'vitest'
import { client } from '../http-client/client.ts'
import { newWord } from '../http-client/unique.ts'

const { url, testKey } = inject('service')
const api = client(url, testKey)

/** Each use has its own word, so that no address is in use already; `W` stands for it. */
const own = (address: string) => address.replace('W', newWord())
const label63 = 'b'.repeat(63)
// 31 + 1 characters of word and @, labels of 61 + a dot, and the end: see the lengths in the test below.
const ofLength = (total: number) => {
  const local = newWord()
  const end = '.co'
  const room = total - local.length - 1 - end.length
  const labels = Array.from({ length: Math.ceil(room / 50) }, (_, nth) => 'd'.repeat(Math.min(49, room - nth * 50)))
  return `${local}@${labels.join('.')}${end}`
}

test.each([
  'W@b.co',
  'W@B.CO',
  'a.W@b.co',
  'a=W@b.co',
  'a/W@b.co',
  'a!W@b.co',
  'a&W@b.co',
  'a~W@b.co',
  "a#$%'*+?^_`{|}W@b.co",
  'W-@b.co',
  'W@xn--bcher-kva.example',
  'W@1.co',
  'W@b-c.d-e.co',
  `W@${label63}.co`,
  `${'l'.repeat(32)}W@b.co`,
])('the address %s is accepted as it is', async address => {
  const email = own(address)

  const created = await api.post<Contact>('/v1/contacts', { email })

  expect(created.status).toBe(201)
  expect(created.body.email).toBe(email)
  const found = await api.get<Contact>(`/v1/contacts/lookup?email=${encodeURIComponent(email)}`)
  expect(found.body).toEqual(created.body)
})

test('an address may have 254 characters and not 255', async () => {
  const [fits, tooLong] = [ofLength(254), ofLength(255)]
  expect([fits.length, tooLong.length]).toEqual([254, 255])

  expect((await api.post('/v1/contacts', { email: fits })).status).toBe(201)
  expect((await api.post('/v1/contacts', { email: tooLong })).status).toBe(400)
})

const badAddresses = [
  ...['.a@b.co', 'a..b@b.co', 'a.@b.co', 'a@b..co', 'a@b', 'a@localhost', 'a@b.c1', 'a@b.1c', 'a@127.0.0.1'],
  ...['a@[127.0.0.1]', 'a@[IPv6:::1]', 'a@-b.co', 'a@b-.co', 'a@b_c.co', 'a@b.co.', 'a@.b.co', 'a@b.c'],
  ...['"a b"@b.co', '"x@gmail.com x"@b.co', 'a(x)@b.co', 'a@b.co(x)', 'user@good.co(x)evil.co'],
  ...['a@b.co\n', 'a@b.co\r\nBcc: x@y.zz', 'a\u0000@b.co', 'a@b.co,c@d.ee', 'a@b.co;c@d.ee', 'g: a@b.co;'],
  ...['<a@b.co>', 'Name <a@b.co>', 'a@b@c.co', '@b.co', 'a@', '', 'a', ' a@b.co', 'a@b.co ', 'a b@c.co'],
  ...['a@b.xn--p1ai', `a@${label63}b.co`, `${'l'.repeat(65)}@b.co`, 'ä@b.co', 'a@bücher.example', 'a@b。co'],
  ...['a\\@b.co', 'a@b,co', 'mailto:a@b.co', 'a@b.co\u2028', '\ufeffa@b.co', 'a\u200b@b.co', 'a@b.c\u043e'],
]

test.each(badAddresses)('%j is not an address: refused in a body and in a lookup', async email => {
  const created = await api.post('/v1/contacts', { email })
  const found = await api.get(`/v1/contacts/lookup?email=${encodeURIComponent(email)}`)

  expect([created.status, found.status]).toEqual([400, 400])
  expect([created.body.code, found.body.code]).toEqual(['validation_error', 'validation_error'])
})

test.each([1, null, true, {}, [], [['a@b.co']], { address: 'a@b.co' }])('%j is not an address', async email => {
  expect((await api.post('/v1/contacts', { email })).status).toBe(400)
})

test.each([7, 11, 15])('a phone number of %i digits is accepted as it is', async digits => {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(digits)), byte => (byte % 9) + 1).join('')
  const phone_number = `+${random}`

  const { status, body } = await api.post<Contact>('/v1/contacts', { phone_number })

  // Seven digits may be in use by an earlier row.
  expect(status === 201 ? body.phone_number : phone_number).toBe(phone_number)
  expect([201, 409]).toContain(status)
})

const badNumbers = [
  ...['14155552671', '+0123456789', '+1234567890123456', '+123456', '+', '', '0014155552671', '+1 415 555 2671'],
  ...[
    '+1-415-555-2671',
    '+1(415)5552671',
    'tel:+14155552671',
    '+14155552671;ext=5',
    '+１４１５５５５２６７１',
    '++14155552671',
  ],
  ...[
    '+14155552671\n',
    '\n+14155552671',
    '12345',
    'ACME',
    '+1415555267a',
    '+٤١٥٥٥٥٢٦٧١',
    ' 14155552671',
    '+14155552671 ',
  ],
]

test.each(badNumbers)('%j is not a phone number in a body', async phone_number => {
  const { status, body } = await api.post('/v1/contacts', { phone_number })

  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'validation_error', details: [{ path: 'phone_number' }] })
})

test.each([14155552671, null, ['+14155552671']])('%j is not a phone number', async phone_number => {
  expect((await api.post('/v1/contacts', { phone_number })).status).toBe(400)
})
