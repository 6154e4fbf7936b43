import { expect, test } from 'vitest'
import { cpuNow } from '../../../testing/cpu-clock.ts'
import { addressesOf, mailboxOf, openMessage, subjectOf } from './open-message.ts'

test.each([
  ['a@b.co', null, 'a@b.co'],
  ['<a@b.co>', null, 'a@b.co'],
  ['Ada <a@b.co>', 'Ada', 'a@b.co'],
  ['"Acme, Inc. <x>" <a@b.co>', 'Acme, Inc. <x>', 'a@b.co'],
  ['=?utf-8?q?J=C3=BC?= <a@b.co>', 'Jü', 'a@b.co'],
  ['a@b.co (Cron)', 'Cron', 'a@b.co'],
  ['Jürgen <j@bücher.example>', 'Jürgen', 'j@xn--bcher-kva.example'],
  ['=?utf-8?q?a=0D=0ABcc=3A_x?= <a@b.co>', 'a Bcc: x', 'a@b.co'],
])('%s is one sender', (value, name, address) => {
  expect(mailboxOf(value)).toEqual({ name, address })
})

test.each([
  '',
  '<>',
  'a@b.co, c@d.co',
  'A <a@b.co> <c@d.co>',
  '<a@b.co> c@d.co',
  'x: a@b.co;',
  'a@b.co; c@d.co',
  `${'x'.repeat(3_000)}@b.co`,
])('%s is not one sender', value => {
  expect(mailboxOf(value)).toBeUndefined()
})

test('a subject is one line of at most 998 characters', () => {
  expect(subjectOf('=?utf-8?q?Gr=C3=BC=C3=9Fe=0D=0A?= =?utf-8?q?_x?=')).toBe('Grüße  x')
  expect([...subjectOf('😀'.repeat(5_000))]).toHaveLength(998)
})

test('addresses of a list', () => {
  expect(addressesOf('A <a@b.co>, c@d.co, nobody')).toEqual(['a@b.co', 'c@d.co'])
})

test('a message is split into html, text and files', async () => {
  const message = `Content-Type: multipart/mixed; boundary=b

--b
Content-Type: multipart/alternative; boundary=c

--c
Content-Transfer-Encoding: quoted-printable

Gr=FC=DFe
--c
Content-Type: text/html; charset=utf-8

<img src="cid:1@b">
--c--
--b
Content-Type: image/png; name="a.png"
Content-ID: <1@b>
Content-Transfer-Encoding: base64

aGVsbG8=
--b--
`
  const opened = await openMessage(Buffer.from(message.replaceAll('\n', '\r\n').replace('Gr=FC=DFe', 'Hello')))

  expect(opened).toMatchObject({
    html: '<img src="cid:1@b">\n',
    text: 'Hello\n',
    files: [{ filename: 'a.png', type: 'image/png', contentId: '1@b', inline: true, content: Buffer.from('hello') }],
  })
})

test('an invitation beside html and text stays one', async () => {
  const lines = ['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'SUMMARY:Grüße', 'END:VCALENDAR', '']
  const message = [
    'Content-Type: multipart/alternative; boundary=b',
    ...['', '--b', 'Content-Type: text/html', '', '<p>Hi</p>'],
    ...['--b', 'Content-Type: text/calendar; method=request; charset=iso-8859-1', '', ...lines, '--b--', ''],
  ]
  const opened = await openMessage(Buffer.from(message.join('\r\n'), 'latin1'))

  expect(opened?.files).toMatchObject([
    {
      filename: 'part-1.ics',
      type: 'text/calendar; charset=utf-8; method=REQUEST',
      content: Buffer.from(lines.join('\r\n')),
    },
  ])
})

test('another form of the text, such as AMP, is not a file', async () => {
  const message = [
    'Content-Type: multipart/alternative; boundary=b',
    ...['', '--b', 'Content-Type: text/plain', '', 'Hi'],
    ...['--b', 'Content-Type: text/x-amp-html; charset=utf-8', '', '<!doctype html><html ⚡4email></html>'],
    ...['--b', 'Content-Type: text/html', '', '<p>Hi</p>'],
    ...['--b', 'Content-Type: application/pdf', '', 'x', '--b--', ''],
  ]
  const opened = await openMessage(Buffer.from(message.join('\r\n')))

  expect(opened).toMatchObject({ html: '<p>Hi</p>\n', text: 'Hi\n', files: [{ type: 'application/pdf' }] })
})

const nested = Array.from(
  { length: 200 },
  (_, nth) => `Content-Type: multipart/mixed; boundary=b${nth}\r\n\r\n--b${nth}\r\n`,
).join('')

test('a message that is nested too deeply is null', async () => {
  expect(await openMessage(Buffer.from(nested))).toBeNull()
})

test.each([
  ['blanks', ' '],
  ['quotes', '"'],
  ['brackets', '<'],
  ['comments', '('],
  ['escapes', '"\\"'],
  ['groups', 'a:;'],
  ['encoded words', '=?utf-8?q?=41?= '],
  ['incomplete encoded words', '=?utf-8?q?'],
  ['addresses', 'a@b.co,'],
])('a header of %s is cheap', (_, piece) => {
  const value = piece.repeat(100_000)
  const start = cpuNow()

  mailboxOf(value)
  mailboxOf(value.slice(0, 1_999))
  addressesOf(value.slice(0, 9_999))
  subjectOf(value)

  expect(cpuNow() - start).toBeLessThan(300)
})
