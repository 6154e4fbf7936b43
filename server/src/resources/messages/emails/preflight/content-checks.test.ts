import { expect, test } from 'vitest'
import { inspectHtml } from '#transports/mime/html-facts.ts'
import type { Draft } from '../draft.ts'
import { draftTo } from '../emails.fixture.ts'
import { contentChecks } from './content-checks.ts'

const signing = { linkBase: 'https://mail.acme.test' }
const examined = (draft: Partial<Draft>, more: object = {}) => {
  const facts = draft.html ? inspectHtml(draft.html) : null
  return contentChecks({ draft: { ...draftTo(['ada@example.com']), ...draft }, signing, facts, size: 1_000, ...more })
}
const badOnes = (checks: ReturnType<typeof contentChecks>) =>
  checks.filter(({ verdict }) => verdict !== 'fine').map(({ about, verdict }) => `${about}: ${verdict}`)

const html = '<p>Good to have you here, Ada. Your account is ready, and this is how you begin with it.</p>'

test('a simple message is fine', () => {
  expect(badOnes(examined({ html, text: null, subject: 'Welcome' }))).toEqual([])
})

test.each<[string, string[], Partial<Draft>, object?]>([
  [
    'links to this machine in a broadcast',
    ['links: problem'],
    { html, messageStream: 'broadcast' },
    { signing: { linkBase: 'http://127.0.0.1:3000' } },
  ],
  [
    'links to this machine where opens are counted',
    ['links: problem'],
    { html, trackOpens: true },
    { signing: { linkBase: 'http://127.0.0.1:3000' } },
  ],
  ['html that Gmail cuts', ['size: problem'], { html: html.repeat(1_200) }],
  ['links in clear', ['links: advice'], { html: `${html}<a href="http://acme.test">Go</a>` }],
  ['images that say nothing', ['images: advice'], { html: `${html.repeat(2)}<img src="https://acme.test/a.png">` }],
  ['nothing but an image', ['images: advice'], { html: '<img src="https://acme.test/a.png" alt="Sale">' }],
  ['html that took too long to read', ['html: advice'], { html }, { facts: null }],
  ['flexible boxes', ['html_support: advice'], { html: `<div style="display:flex">${html}</div>` }],
  ['a form', ['html: advice', 'html_support: advice'], { html: `${html}<form></form>` }],
  ['a message of 30 MB', ['size: problem'], { html }, { size: 30 * 1024 * 1024 }],
  ['capitals', ['subject: advice'], { html, subject: 'BUY NOW TODAY' }],
  ['a long subject', ['subject: advice'], { html, subject: 'word '.repeat(20) }],
  ['no subject', ['subject: advice'], { html, subject: '' }],
])('%s: it is reported', (_, expected, draft, more) => {
  expect(badOnes(examined({ subject: 'Welcome', ...draft }, more))).toEqual(expected)
})
