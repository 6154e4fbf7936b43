import { describe, expect, test } from 'vitest'
import { cpuNow } from '../../../testing/cpu-clock.ts'
import type { Outgoing } from '../transport.ts'
import { compose } from './compose.ts'
import { bytesOf, expectSound, file, headerBlock, headerNames, outgoing, read } from './message.fixture.ts'

const composeAndRead = async (special: Partial<Outgoing>) => read(await compose(outgoing(special)))

describe('headers', () => {
  test('appear once each, with the extra ones at the end', async () => {
    const headers = { 'X-Campaign': 'spring', 'List-Unsubscribe': '<https://acme.test/u>' }

    const message = await compose(outgoing({ cc: ['bob@example.com'], replyTo: ['help@acme.test'], headers }))

    expect(headerNames(message)).toEqual([
      ...['From', 'To', 'Cc', 'Reply-To', 'Subject', 'Message-ID', 'Date', 'MIME-Version'],
      ...['Content-Type', 'Content-Transfer-Encoding', 'X-Campaign', 'List-Unsubscribe'],
    ])
  })

  test.each([
    'Acme',
    'Acme, Inc.',
    'x@bank.co',
    'Ünï 😀',
    '"Quoted" \\ name',
    'back\\',
    'a <b@c.test>, d',
    '=?utf-8?Q?not_this?=',
    'Émile "the horn" (of) <Posthorn>; and: others',
    '山田 太郎',
    'a'.repeat(300),
    'two  blanks',
    '😀'.repeat(60),
  ])('a sender named %s keeps name and address', async name => {
    const { from } = await composeAndRead({ from: { name, address: 'hello@acme.test' } })

    expect(from).toEqual({ name, address: 'hello@acme.test' })
  })

  test('a sender without a name is only the address', async () => {
    const message = await compose(outgoing({ from: { name: null, address: 'hello@acme.test' } }))

    expect(headerBlock(message)).toMatch(/^From: hello@acme\.test\r\n/)
  })

  test.each([
    'Plain',
    'Grüße 😀 und mehr',
    'עברית',
    'e\u0301 combined',
    '=?utf-8?Q?literally?=',
    'x'.repeat(998),
    '😀'.repeat(499),
    `a${' '.repeat(300)}b`,
    'word '.repeat(150).trim(),
    'He said "hi"',
  ])('the subject %s arrives unchanged', async subject => {
    const message = await compose(outgoing({ subject }))

    expectSound(message)
    expect((await read(message)).subject).toBe(subject)
  })

  test('an extra header in ASCII stays unchanged, any other is encoded', async () => {
    const { headers } = await composeAndRead({ headers: { 'X-Ascii': 'a "b"; =?utf-8?q?c?=', 'X-Name': 'Ünï' } })

    expect(headers).toContainEqual(expect.objectContaining({ key: 'x-ascii', value: 'a "b"; =?utf-8?q?c?=' }))
    expect(headers).toContainEqual(expect.objectContaining({ key: 'x-name', value: '=?UTF-8?B?w5xuw68=?=' }))
  })

  test.each(['Bcc', 'bcc', 'From', 'Content-Type', 'MIME-Version', 'X: y\r\nBcc', 'X Y', ''])(
    'an extra header cannot be named %j',
    async name => {
      await expect(compose(outgoing({ headers: { [name]: 'eve@evil.test' } }))).rejects.toThrow(/header/)
    },
  )

  test.each([
    '\r\nBcc: eve@evil.test',
    '\nBcc: eve@evil.test',
    '\rBcc: eve@evil.test',
    '\r\n\r\n<b>body</b>',
    '\0\x0b\x85',
    '\u010d\u010aBcc: eve@evil.test',
  ])('a value that contains %j injects no header and no body', async evil => {
    const message = await compose(
      outgoing({
        from: { name: `A${evil}`, address: `hello@acme.test${evil}` },
        to: [`ada@example.com${evil}`],
        subject: `S${evil}`,
        messageId: `1${evil}@acme.test`,
        headers: { 'X-Extra': `E${evil}` },
        attachments: [file({ filename: `f${evil}.pdf`, contentId: `c${evil}`, type: `text/x${evil}` })],
      }),
    )

    expectSound(message)
    expect(headerNames(message)).toEqual([
      'From',
      'To',
      'Subject',
      'Message-ID',
      'Date',
      'MIME-Version',
      'Content-Type',
      'X-Extra',
    ])
    expect(message.toString()).not.toMatch(/^Bcc|^<b>/m)
  })
})

describe('bodies', () => {
  test('html without text is sent with a derived text, which comes first', async () => {
    const message = await compose(outgoing({ html: '<p>Hello <b>Ada</b></p>', text: null }))

    const { html, text } = await read(message)
    expect(html?.trim()).toBe('<p>Hello <b>Ada</b></p>')
    expect(text?.trim()).toBe('Hello Ada')
    expect(message.toString()).toMatch(/multipart\/alternative.*text\/plain.*text\/html/s)
  })

  test.each([
    ['html without text', { html: '<img src="https://acme.test/i.png">', text: null }, 'text/html'],
    ['html with an empty text', { html: '<p>Hi</p>', text: '' }, 'text/html'],
    ['only text', { html: null, text: 'Hi' }, 'text/plain'],
    ['nothing', { html: null, text: null }, 'text/plain'],
  ])('%s is one part', async (_what, body, type) => {
    expect(headerBlock(await compose(outgoing(body)))).toContain(`Content-Type: ${type}; charset=utf-8`)
  })

  test.each(['a\nb', 'a\rb', 'a\r\nb', 'a\n\rb', 'a\r\r\n\nb'])('the line ends of %j become CRLF', async text => {
    const message = await compose(outgoing({ text }))

    expectSound(message)
    expect(message.toString()).toMatch(/\r\n\r\na(\r\n)+b\r\n$/)
  })

  test.each([
    ['a line of 100,000 characters', 'x'.repeat(100_000)],
    ['long non-ASCII text', 'ß😀 '.repeat(5000)],
    ['Cyrillic', 'Привет, мир. '.repeat(500)],
    ['spaces at the ends of lines', 'a \nb\t\nc  '],
    ['equals signs', '=3D=\n='],
    ['a path', '/etc/passwd'],
    ['a URL', 'https://example.com/secret'],
    ['a data URL', 'data:text/html;base64,PGI+aGk8L2I+'],
    ['a file URL', 'file:///etc/passwd'],
    ['an image as data', '<img src="data:image/png;base64,AAAA">'],
    ['something like JSON', '{"path":"/etc/passwd","href":"http://x.test"}'],
  ])('%s arrives unchanged, as text and as html', async (_what, body) => {
    const message = await compose(outgoing({ text: body, html: body }))

    const { text, html, attachments } = await read(message)
    expectSound(message)
    expect(text?.replace(/\n$/, '')).toBe(body)
    expect(html?.replace(/\n$/, '')).toBe(body)
    expect(attachments).toEqual([])
  })
})

describe('attachments', () => {
  test.each([
    'a.pdf',
    'résumé 😀.pdf',
    'with "quotes" \\ and; more.pdf',
    "it's.pdf",
    `${'long '.repeat(40)}.pdf`,
    '=?x?=.pdf',
  ])('a file named %s arrives complete with its name', async filename => {
    const message = await compose(outgoing({ attachments: [file({ filename })] }))

    const { attachments } = await read(message)
    expectSound(message)
    expect(attachments).toMatchObject([{ filename, mimeType: 'application/pdf', disposition: 'attachment' }])
    expect(bytesOf(attachments[0])).toEqual(file({}).content)
  })

  test.each(['a.pdf', 'a*b.pdf', "it's 100%.pdf", '%41.pdf', 'a*0*=x.pdf', 'a; filename=b.pdf'])(
    'the name %s is quoted, since some readers truncate it without quotes',
    async filename => {
      const message = await compose(outgoing({ attachments: [file({ filename })] }))

      expect(`${message}`.replaceAll(/\r\n(?=[ \t])/g, '')).toContain(
        `Content-Disposition: attachment; filename="${filename}"\r\n`,
      )
    },
  )

  test('an empty file is attached', async () => {
    const { attachments } = await composeAndRead({ attachments: [file({ content: Buffer.alloc(0) })] })

    expect(attachments).toHaveLength(1)
  })

  test('an inline file is related to the html, any other file to the message', async () => {
    const logo = file({ filename: 'logo.png', type: 'image/png', contentId: 'logo@acme', inline: true })

    const message = await compose(
      outgoing({ html: '<img src="cid:logo@acme">', text: 'Hi', attachments: [file({}), logo] }),
    )

    const structure = [...message.toString().matchAll(/^Content-Type: ([^;\r]+)/gm)].map(([, type]) => type)
    expect(structure).toEqual([
      ...['multipart/mixed', 'multipart/alternative', 'text/plain'],
      ...['multipart/related', 'text/html', 'image/png', 'application/pdf'],
    ])
    expect((await read(message)).attachments).toMatchObject([
      { filename: 'logo.png', contentId: '<logo@acme>', disposition: 'inline', related: true },
      { filename: 'a.pdf', disposition: 'attachment' },
    ])
  })

  test('without html an inline file is attached', async () => {
    const logo = file({ type: 'image/png', contentId: 'logo', inline: true })

    const message = await compose(outgoing({ attachments: [logo] }))

    expect(headerBlock(message)).toContain('multipart/mixed')
    expect((await read(message)).attachments).toMatchObject([{ contentId: '<logo>', disposition: 'inline' }])
  })

  test('a message is attached unencoded and complete', async () => {
    const inner = 'Subject: inner\r\nFrom: a@b.co\r\n\r\n.\r\nFrom here =3D\r\n'
    const attached = file({ filename: 'm.eml', type: 'message/rfc822', content: Buffer.from(inner) })

    const message = await compose(outgoing({ attachments: [attached] }))

    expect(message.toString()).toMatch(/message\/rfc822; name="m.eml"\r\nContent-Transfer-Encoding: 7bit\r\n/)
    expect(message.toString()).toContain(`\r\n\r\n${inner}\r\n--`)
  })

  test('a large message with long lines is attached quickly', async () => {
    const content = Buffer.from(`${'x'.repeat(998)}\r\n`.repeat(10_000))
    const started = cpuNow()

    const message = await compose(outgoing({ attachments: [file({ type: 'message/rfc822', content })] }))

    expect(cpuNow() - started).toBeLessThan(1000)
    expect(message.includes(content)).toBe(true)
  })

  test.each([
    ['UTF-8', Buffer.from('Subject: ü\r\n\r\nHi')],
    ['long lines', Buffer.from(`Subject: x\r\n\r\n${'x'.repeat(999)}`)],
    ['NUL', Buffer.from('Subject: x\r\n\r\n\0')],
  ])('a message with %s is attached as bytes, since message/rfc822 may not be encoded', async (_what, content) => {
    const message = await compose(
      outgoing({ attachments: [file({ filename: 'm.eml', type: 'message/rfc822', content })] }),
    )

    const { attachments } = await read(message)
    expectSound(message)
    expect(attachments).toMatchObject([{ filename: 'm.eml', mimeType: 'application/octet-stream' }])
    expect(bytesOf(attachments[0])).toEqual(content)
  })
})

test('the same email gives the same octets, and another message id gives other boundaries', async () => {
  const email = outgoing({ html: '<p>Hi</p>', attachments: [file({})] })

  const message = await compose(email)

  expect((await compose({ ...email, attachments: [file({})] })).equals(message)).toBe(true)
  const boundary = /boundary="([^"]+)"/.exec(message.toString())?.[1] ?? ''
  expect((await compose({ ...email, messageId: '2@mail.acme.test' })).includes(boundary)).toBe(false)
})
