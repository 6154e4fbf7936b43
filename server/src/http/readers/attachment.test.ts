import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { notFound } from '#core/refusal.ts'
import { attachmentNamed, attachmentRoute } from './attachment.ts'

const page = Buffer.from('<script>alert(1)</script>')
const app = Fastify()
attachmentRoute(app, {
  async read(token) {
    if (token !== 'ours') throw notFound('attachment')
    return { filename: 'page.html', type: 'text/html', bytes: page }
  },
})

test('a file is never rendered as a page of ours', async () => {
  const { statusCode, headers, rawPayload } = await app.inject('/attachments/ours')

  expect([statusCode, rawPayload]).toEqual([200, page])
  expect(headers).toMatchObject({
    'content-type': 'text/html',
    'content-disposition': 'attachment; filename="page.html"; filename*=UTF-8\'\'page.html',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-robots-tag': 'noindex',
  })
})

test('only GET and HEAD are allowed', async () => {
  const methods = ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
  const answers = await Promise.all(methods.map(method => app.inject({ method, url: '/attachments/ours' })))

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 405, 405, 405, 405, 405])
  expect(answers[0]?.body).toBe('')
})

test.each([
  ['invoice.pdf', 'invoice.pdf', 'invoice.pdf'],
  ['a"b;c.txt', 'a_b_c.txt', 'a%22b%3Bc.txt'],
  ["it's 100% (new)*.txt", 'it_s 100_ _new__.txt', 'it%27s%20100%25%20%28new%29%2A.txt'],
  ['résumé.pdf', 'r_sum_.pdf', 'r%C3%A9sum%C3%A9.pdf'],
  ['a\r\nSet-Cookie: b', 'a__Set-Cookie_ b', 'a%0D%0ASet-Cookie%3A%20b'],
  ['half \ud800', 'half _', 'half%20%EF%BF%BD'],
])('%j is encoded with characters that a header allows', (filename, plain, encoded) => {
  expect(attachmentNamed(filename)).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
})
