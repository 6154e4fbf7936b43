import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { ProcessCrashed, type RunJob } from '#text-pool/job.ts'
import { compose } from '#transports/mime/compose.ts'
import { outgoing } from '#transports/mime/message.fixture.ts'
import { mailText } from './mail.ts'
import { openForeignText } from './open.ts'

const text = openForeignText(pino({ level: 'silent' }))
afterAll(() => text[Symbol.asyncDispose]())

const file = { filename: 'a', type: 'application/pdf', contentId: null, inline: false }

test('a message is the same in either process', async () => {
  const large = outgoing({ html: '<p>ü</p>', attachments: [{ ...file, content: Buffer.alloc(1e6, 'x') }] })
  const small = outgoing({ html: '<p>Hi</p>', headers: { 'X-A': 'b' } })

  expect((await text.mail.compose(large)).equals(await compose(large))).toBe(true)
  expect((await text.mail.compose(small, { tenant: 'a', isolated: true })).equals(await compose(small))).toBe(true)
})

test('large html is parsed in the pool, with the same result', async () => {
  const html = `<p>${'word '.repeat(20_000)}<a href="https://acme.test/">x</a></p></body>`

  expect(await text.mail.deriveText(html, 'a')).toMatch(/^word .*x <https:\/\/acme\.test\/>$/)
  expect(await text.mail.editHtml.findMarks(html, 'a')).toMatchObject({
    links: [{ url: 'https://acme.test/' }],
    bodyEnd: html.length - '</body>'.length,
  })
  expect(await text.mail.inspectHtml(html, 'a')).toMatchObject({
    links: 1,
    features: expect.arrayContaining(['element:p']),
  })
})

/** A runner whose first `times` jobs end their process. */
function ending(times: number) {
  const jobs: string[] = []
  const run: RunJob = async ({ name }) => {
    jobs.push(name)
    if (jobs.length <= times) throw new ProcessCrashed('crash')
    return Buffer.from('composed')
  }
  return { mail: mailText(run), jobs }
}

test('small work runs in this process, unless it is isolated', async () => {
  const { mail, jobs } = ending(0)
  const html = '<p>Hi</p>'

  await mail.compose(outgoing({ html }))
  await mail.deriveText(html, 'a')
  await mail.editHtml.findMarks(html, 'a')
  expect(jobs).toEqual([])

  await mail.compose(outgoing({ html }), { isolated: true })
  expect(jobs).toEqual(['compose'])
})

test.each([
  ['much text', { text: 'x'.repeat(300_000) }],
  ['many addresses', { to: Array.from({ length: 20_000 }, (_, nth) => `somebody${nth}@example.com`) }],
  ['headers', { headers: { 'X-A': 'x'.repeat(300_000) } }],
  ['a file', { attachments: [{ ...file, content: Buffer.alloc(300_000) }] }],
  ['html to derive text from', { html: 'x'.repeat(100_000), text: null }],
])('%s: composed in the pool', async (_what, special) => {
  const { mail, jobs } = ending(0)
  await mail.compose(outgoing(special))
  expect(jobs).toEqual(['compose'])
})

test('a message that ends its process is an error', async () => {
  await expect(ending(1).mail.compose(outgoing({}), { isolated: true })).rejects.toThrow(ProcessCrashed)
})

test('unreadable input gives an empty result', async () => {
  const html = 'x'.repeat(100_000)
  expect(await ending(1).mail.deriveText(html, 'a')).toBe('')
  expect(await ending(1).mail.inspectHtml(html, 'a')).toBeNull()
  expect(await ending(1).mail.editHtml.findMarks(html, 'a')).toEqual({ links: [], bodyEnd: html.length })
  expect(await ending(1).mail.readReport(Buffer.from('x'), '')).toEqual([])
  expect(await ending(1).mail.readRoleMail(Buffer.from('x'), '')).toMatchObject({ kind: 'other' })
})
