import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { readMessage } from '../http-client/mime.ts'
import { createOrganization } from '../service/operator.ts'
import { faultyPaths, hello, readEmail, send, untilStatus } from './sending.ts'

const { url, dataDir } = inject('service')
let live: Client

beforeAll(async () => {
  live = client(url, (await createOrganization(dataDir)).live_key)
})

const people = (count: number, name = 'person') =>
  Array.from({ length: count }, (_, nth) => `${name}${nth}@example.com`)

/** The recipients of the copies, and the message that they got. */
async function delivered(fields: object) {
  const { id } = await send(live, fields)
  const { events } = await untilStatus(live, id)
  const got = events.filter(({ type }) => type === 'delivered').map(({ data }) => data.recipient)
  const raw = await live.get(`/v1/emails/${id}/raw`)
  return { id, got: got.toSorted(), text: raw.text, message: readMessage(raw.text) }
}

describe('recipients', () => {
  test('may be one address or several, in each field', async () => {
    const one = await delivered({ to: 'a@b.co', cc: 'c@b.co', bcc: 'd@b.co', reply_to: 'e@b.co' })
    const listed = await delivered({ to: ['a@b.co'], cc: ['c@b.co'], bcc: ['d@b.co'], reply_to: ['e@b.co'] })
    const many = await delivered({
      to: ['a1@b.co', 'a2@b.co'],
      cc: ['c1@b.co', 'c2@b.co'],
      bcc: ['d1@b.co', 'd2@b.co'],
      reply_to: ['e1@b.co', 'e2@b.co'],
    })

    for (const { got, message } of [one, listed]) {
      expect(got).toEqual(['a@b.co', 'c@b.co', 'd@b.co'])
      expect(['To', 'Cc', 'Reply-To'].map(message.header)).toEqual(['a@b.co', 'c@b.co', 'e@b.co'])
    }
    expect(many.got).toEqual(['a1@b.co', 'a2@b.co', 'c1@b.co', 'c2@b.co', 'd1@b.co', 'd2@b.co'])
    expect(['To', 'Cc', 'Reply-To'].map(many.message.header)).toEqual([
      'a1@b.co, a2@b.co',
      'c1@b.co, c2@b.co',
      'e1@b.co, e2@b.co',
    ])
  })

  test('in bcc show nowhere in the message', async () => {
    const { got, text, message } = await delivered({ bcc: ['hidden@example.com', 'secret@example.com'] })

    expect(got).toEqual(['ada@example.com', 'hidden@example.com', 'secret@example.com'])
    expect(text).not.toMatch(/hidden|secret/)
    expect(message.header('Bcc')).toBeUndefined()
  })

  test('without cc and reply_to there are no such headers', async () => {
    const { message } = await delivered({})

    expect(['Cc', 'Bcc', 'Reply-To'].map(message.header)).toEqual([undefined, undefined, undefined])
  })

  test('given twice, in any case and field, get one copy', async () => {
    const { id, got } = await delivered({
      to: ['Ada@example.com', 'b@example.com', 'ada@EXAMPLE.com'],
      cc: ['ADA@example.com', 'c@example.com'],
      bcc: ['B@example.com'],
    })

    expect(got).toEqual(['Ada@example.com', 'b@example.com', 'c@example.com'])
    expect((await readEmail(live, id)).to[0], 'the case is kept').toBe('Ada@example.com')
  })

  test('are at most 50 together, and reply_to does not count', async () => {
    const { got, message } = await delivered({ to: people(50), reply_to: people(3, 'reply') })
    expect(got).toEqual(people(50).toSorted())
    expect(message.header('To')?.split(', ')).toEqual(people(50))
    expect((await delivered({ to: people(48), cc: 'c@b.co', bcc: 'd@b.co' })).got).toHaveLength(50)
  })

  test.each([
    ['51 in to', { to: people(51) }],
    ['51 in cc', { cc: people(51) }],
    ['51 in bcc', { bcc: people(51) }],
    ['49 in to, one in cc and one in bcc', { to: people(49), cc: 'c@b.co', bcc: 'd@b.co' }],
    ['17 in each', { to: people(17, 'a'), cc: people(17, 'b'), bcc: people(17, 'c') }],
  ])('%s are too many', async (_, fields) => {
    const answer = await live.post('/v1/emails', { ...hello, ...fields })

    expect([answer.status, answer.body.code]).toEqual([400, 'validation_error'])
    expect(answer.text).toContain('50')
  })

  test('one bad address among 50 refuses the email and is named by its index', async () => {
    const answer = await live.post('/v1/emails', { ...hello, to: people(50).with(37, 'a..b@b.co') })

    expect(answer.status).toBe(400)
    expect(faultyPaths(answer)).toEqual(['to.37'])
  })

  test.each([
    ['no list', { to: [] }, 'to'],
    ['null', { to: null }, 'to'],
    ['an empty text', { to: '' }, 'to'],
    ['only cc', { to: undefined, cc: 'a@b.co' }, 'to'],
    ['an object', { to: { address: 'a@b.co' } }, 'to'],
    ['a list in a list', { to: [['a@b.co']] }, 'to.0'],
    ['a number among them', { to: ['a@b.co', 7] }, 'to.1'],
    ['null in cc', { cc: null }, 'cc'],
    ['an empty list in bcc', { bcc: [] }, 'bcc'],
  ])('%s is refused', async (_, fields, path) => {
    const answer = await live.post('/v1/emails', { ...hello, ...fields })

    expect([answer.status, answer.body.code]).toEqual([400, 'validation_error'])
    expect(faultyPaths(answer)).toContain(path)
  })
})

const label63 = 'l'.repeat(63)
const long = `${'l'.repeat(64)}@${label63}.${label63}.${'m'.repeat(58)}.co`

test.each([
  ...['A@B.CO', 'a.b@b.co', 'a=b@b.co', 'a/b@b.co', 'a!b@b.co', 'a&b@b.co', 'a~b@b.co', 'a+b@b.co', "o'hara@b.co"],
  ...['a@xn--bcher-kva.example', `a@${label63}.co`, long.replace('mm', 'm')],
])('%s is accepted as a recipient, whatever the field', async address => {
  const { got, message } = await delivered({
    to: 'x1@b.co',
    cc: address,
    bcc: `x${address}`.slice(-250),
    reply_to: address,
  })

  expect(got).toContain(address)
  expect(message.header('Cc')).toBe(address)
  expect(message.header('Reply-To')).toBe(address)
})

const noAddresses = [
  ...['.a@b.co', 'a..b@b.co', 'a.@b.co', 'a@b..co', 'a@b', 'a@localhost', 'a@b.c1', 'a@127.0.0.1', 'a@[127.0.0.1]'],
  ...['a@-b.co', 'a@b-.co', 'a@b_c.co', 'a@b.co.', 'a@.b.co', '"a b"@b.co', '"x@gmail.com x"@b.co', 'a(x)@b.co'],
  ...['user@good.co(x)evil.co', 'a@b.co\n', 'a@b.co\r\nBcc: x@y.zz', 'a\u0000@b.co', 'a@b.co,c@d.ee', 'g: a@b.co;'],
  ...['<a@b.co>', 'Name <a@b.co>', 'a@b@c.co', '@b.co', 'a@', 'a', 'a@b.xn--p1ai', `a@${label63}b.co`, 'ä@b.co'],
  `${'l'.repeat(65)}@b.co`,
]

test.each(noAddresses)('%j is not a recipient, whatever the field', async address => {
  const fields = ['to', 'cc', 'bcc', 'reply_to'] as const

  const answers = await Promise.all(fields.map(field => live.post('/v1/emails', { ...hello, [field]: address })))

  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  expect(answers.flatMap(faultyPaths)).toEqual(expect.arrayContaining([...fields]))
})
