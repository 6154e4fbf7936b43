import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { providers } from '../providers.ts'
import { type Translate, templatesIn } from './template-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-templates-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function folderWith(files: Record<string, string>): string {
  const own = mkdtempSync(join(folder, 'own-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(own, name, '..'), { recursive: true })
    writeFileSync(join(own, name), text)
  }
  return own
}

const translateOf = (word: string): Translate =>
  providers.find(one => one.word === word)?.translate ?? expect.fail(`there is no ${word}`)

test('files with the same name are one template, and the title of the page is its subject', () => {
  const from = folderWith({
    'welcome.html': '<title>Hello {{ first_name }}</title><p>{{ first_name }}</p>',
    'welcome.txt': 'Hello {{ first_name }}',
    'notes.md': 'nothing',
  })

  expect([...templatesIn(from, translateOf('postmark'))]).toEqual([
    {
      name: 'welcome',
      subject: expect.stringContaining('Hello {{ first_name |'),
      html: expect.stringContaining('<p>{{ first_name |'),
      text: expect.stringContaining('Hello {{ first_name |'),
      isDraft: false,
      untranslated: [],
    },
  ])
})

test("a folder as written by Postmark's command line is one template", () => {
  const from = folderWith({
    'receipt/content.html': '<p>{{#each items}}{{name}}{{/each}}</p>',
    'receipt/meta.json': '{ "Name": "Receipt", "Alias": "your-receipt", "Subject": "Receipt {{ nr }}" }',
  })

  expect([...templatesIn(from, translateOf('postmark'))]).toMatchObject([
    { name: 'your-receipt', subject: expect.stringContaining('Receipt {{ nr') },
  ])
})

test.each([
  ['resend', '{{{NAME}}}', 'NAME'],
  ['sendgrid', '{{name}}', 'name'],
  ['mailgun', '{{name}}', 'name'],
  ['listmonk', '{{ .Tx.Data.name }}', 'name'],
])('a template for %s is translated', (word, source, variable) => {
  const [template] = templatesIn(folderWith({ 'one.html': source }), translateOf(word))

  expect(template).toMatchObject({ html: expect.stringMatching(new RegExp(`\\{\\{.*${variable}`)), isDraft: false })
})

test.each([
  ['resend', '{{{RESEND_UNSUBSCRIBE_URL}}}', '{{ unsubscribe_url | raw }}'],
  ['sendgrid', '<%asm_group_unsubscribe_raw_url%>', '{{ unsubscribe_url }}'],
  ['sendgrid', '{{{unsubscribe}}}', '{{ unsubscribe_url }}'],
  ['sendgrid', '<%asm_preferences_raw_url%>', '{{ preferences_url }}'],
  ['postmark', '{{{ pm:unsubscribe }}}', '{{ unsubscribe_url }}'],
  ['postmark', '{{{ pm:unsubscribe_url }}}', '{{ unsubscribe_url }}'],
  ['mailgun', '%unsubscribe_url%', '{{ unsubscribe_url }}'],
  ['listmonk', '{{ UnsubscribeURL }}', '{{ unsubscribe_url }}'],
])('the link of %s to unsubscribe, %s, becomes ours', (word, theirs, html) => {
  const [template] = templatesIn(folderWith({ 'one.html': theirs }), translateOf(word))

  expect(template).toMatchObject({ html, isDraft: false })
})

test('an untranslatable template is a draft, an unreadable one is left out, and an empty folder is an error', () => {
  const from = folderWith({ 'odd.html': '{{formatDate when}}', 'broken/content.html': 'x', 'broken/meta.json': '{' })

  expect([...templatesIn(from, translateOf('sendgrid'))]).toMatchObject([
    { leftOut: 'broken', why: expect.any(String) },
    { name: 'odd', isDraft: true },
  ])
  expect(() => [...templatesIn(folderWith({}), translateOf('sendgrid'))]).toThrow('has no templates')
  expect(() => [...templatesIn(join(folder, 'none'), translateOf('sendgrid'))]).toThrow(
    `There is no folder ${join(folder, 'none')}.`,
  )
})
