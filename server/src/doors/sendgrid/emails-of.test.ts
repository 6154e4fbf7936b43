import { expect, test } from 'vitest'
import { emailsOf } from './emails-of.ts'
import type { Mail } from './mail-request.ts'

const ada = { to: [{ email: 'ada@example.com', name: 'Ada' }] }
const grace = { to: [{ email: 'grace@example.com' }] }
const mail = (fields: Partial<Mail>): Mail => ({
  personalizations: [ada],
  from: { email: 'hello@acme.test', name: 'Acme' },
  subject: 'Hello',
  content: [{ type: 'text/plain', value: 'Hello' }],
  ...fields,
})
const read = async (fields: Partial<Mail>) => (await emailsOf(mail(fields)))[0]
const id = '01945c1e-c7a1-7b52-9e3d-6a1f8c2b4d55'

test('a minimal email', async () => {
  expect(await emailsOf(mail({}))).toEqual([
    { from: 'hello@acme.test', from_name: 'Acme', to: ['ada@example.com'], subject: 'Hello', text: 'Hello' },
  ])
})

test.each<[string, Partial<Mail>, object]>([
  [
    'categories and arguments are tags',
    { categories: ['a'], custom_args: { b: 'c', d: '' } },
    { tags: ['a', 'b:c', 'd'] },
  ],
  ['a send time', { send_at: 1_893_456_000 }, { scheduled_for: '2030-01-01T00:00:00.000Z' }],
  ['one reply address', { reply_to: { email: 'r@acme.test' } }, { reply_to: ['r@acme.test'] }],
  [
    'several reply addresses',
    { reply_to_list: [{ email: 'a@b.co' }, { email: 'c@d.co' }] },
    { reply_to: ['a@b.co', 'c@d.co'] },
  ],
  [
    'html beside text',
    {
      content: [
        { type: 'text/plain', value: 'a' },
        { type: 'text/html', value: 'b' },
      ],
    },
    { text: 'a', html: 'b' },
  ],
  ['one of their groups', { asm: { group_id: 7 } }, { message_stream: 'broadcast' }],
  ['one of our topics', { asm: { group_id: id } }, { message_stream: 'broadcast', topic_id: id }],
  [
    'a link to unsubscribe',
    { tracking_settings: { subscription_tracking: { enable: true } } },
    { message_stream: 'broadcast' },
  ],
  [
    'tracking',
    { tracking_settings: { open_tracking: { enable: true }, click_tracking: { enable: false } } },
    { track_opens: true, track_clicks: false },
  ],
  ['a batch', { batch_id: 'b' }, { batch_id: 'b' }],
  [
    'a file',
    {
      attachments: [{ content: 'aGk=', filename: 'a', type: 'image/png', disposition: 'inline', content_id: '<logo>' }],
    },
    { attachments: [{ content: 'aGk=', filename: 'a', type: 'image/png', disposition: 'inline', contentId: 'logo' }] },
  ],
  [
    'a file in lines of base64',
    { attachments: [{ content: 'aGVs\r\nbG8=\r\n', filename: 'a' }] },
    { attachments: [{ content: 'aGVsbG8=', filename: 'a' }] },
  ],
])('%s', async (_, fields, taken) => {
  expect(await read(fields)).toMatchObject(taken)
})

test.each([
  [`d-${id}`, { template_id: id }],
  [id, { template_id: id }],
  ['d-0123456789abcdef0123456789abcdef', { template_friendly_name: 'd-0123456789abcdef0123456789abcdef' }],
])('the template %s replaces the content', async (template_id, taken) => {
  const email = await read({ template_id, personalizations: [{ ...ada, dynamic_template_data: { a: 1 } }] })
  expect(email).toMatchObject({ ...taken, variables: { a: 1 } })
  expect(email).not.toHaveProperty('text')
})

test('fields of a personalization win, the others are shared', async () => {
  const own = { from: { email: 'other@acme.test' }, subject: 'Own', headers: { 'X-B': '3' }, send_at: 1_893_456_000 }
  const [first, second] = await emailsOf(
    mail({
      headers: { 'X-A': '1', 'X-B': '2' },
      personalizations: [ada, { ...grace, ...own, custom_args: { a: 'b' } }],
    }),
  )
  expect(first).toMatchObject({ subject: 'Hello', from: 'hello@acme.test', headers: { 'X-A': '1', 'X-B': '2' } })
  expect(second).toEqual({
    ...{ from: 'other@acme.test', to: ['grace@example.com'], subject: 'Own', text: 'Hello', tags: ['a:b'] },
    ...{ headers: { 'X-A': '1', 'X-B': '3' }, scheduled_for: '2030-01-01T00:00:00.000Z' },
  })
})

test('substitutions are replaced in subject, content and arguments, for each recipient', async () => {
  const emails = await emailsOf(
    mail({
      subject: 'Hi -name-',
      custom_args: { who: '-name-' },
      content: [{ type: 'text/html', value: '<p>-name-</p>' }],
      personalizations: [
        { ...ada, substitutions: { '-name-': 'Ada' } },
        { ...grace, substitutions: { '-name-': 'Grace' } },
      ],
    }),
  )
  expect(emails.map(({ subject, html, tags }) => [subject, html, tags])).toEqual([
    ['Hi Ada', '<p>Ada</p>', ['who:Ada']],
    ['Hi Grace', '<p>Grace</p>', ['who:Grace']],
  ])
})

test('tags for the links of each recipient become ours, also in substitutions', async () => {
  const html =
    '<a href="<%asm_group_unsubscribe_raw_url%>">x</a><a href="<%asm_preferences_raw_url%>">y</a>-global-[un]'
  const [email] = await emailsOf(
    mail({
      content: [
        { type: 'text/plain', value: '<%asm_group_unsubscribe_url%> <%asm_other%>' },
        { type: 'text/html', value: html },
      ],
      personalizations: [{ ...ada, substitutions: { '-global-': '<% asm_global_unsubscribe_url %>' } }],
      tracking_settings: { subscription_tracking: { enable: true, substitution_tag: '[un]' } },
    }),
  )
  const ours = '{{ unsubscribe_url }}'
  expect(email).toMatchObject({
    text: `${ours} <%asm_other%>`,
    html: `<a href="${ours}">x</a><a href="{{ preferences_url }}">y</a>${ours}${ours}`,
  })
})

const many = (count: number, substitutions?: Record<string, string>) =>
  Array.from({ length: count }, () => ({ ...ada, ...(substitutions && { substitutions }) }))
const file = (length: number) => [{ content: 'a'.repeat(length), filename: 'a' }]
const text = (value: string) => [{ type: 'text/plain', value }]

test.each<[string, Partial<Mail>]>([
  ['a file for many recipients', { attachments: file(1024 * 1024), personalizations: many(60) }],
  ['text for many recipients', { content: text('a'.repeat(1024 * 1024)), personalizations: many(60) }],
  ['too much text to search', { content: text('a'.repeat(1024 * 1024)), personalizations: many(11, { b: 'c' }) }],
  [
    'too many arguments to search',
    { custom_args: { a: 'a'.repeat(1024 * 1024) }, personalizations: many(11, { b: 'c' }) },
  ],
  [
    'short text that grows by the unsubscribe link',
    {
      content: text('a'.repeat(5_000_000)),
      tracking_settings: { subscription_tracking: { enable: true, substitution_tag: 'a' } },
    },
  ],
  [
    'short text that grows',
    { content: text('a'.repeat(10_000)), personalizations: many(1, { a: 'x'.repeat(10_000) }) },
  ],
])('%s is refused before it is processed', async (_, fields) => {
  await expect(emailsOf(mail(fields))).rejects.toMatchObject({ code: 'payload_too_large' })
})

test('every email has the copy that mail_settings.bcc asks for', async () => {
  const bcc = { enable: true, email: 'archive@acme.test' }
  const personalizations = [ada, { ...grace, bcc: [{ email: 'own@acme.test' }] }]
  const emails = await emailsOf(mail({ personalizations, mail_settings: { bcc } }))
  expect(emails.map(({ bcc }) => bcc)).toEqual([['archive@acme.test'], ['own@acme.test', 'archive@acme.test']])

  const off = await emailsOf(mail({ mail_settings: { bcc: { ...bcc, enable: false } } }))
  expect(off[0]).not.toHaveProperty('bcc')
})

test('substitutions of a template are its variables', async () => {
  const template = (substitutions: Record<string, string | number>) =>
    read({ template_id: 'welcome', subject: 'Hi -name-', personalizations: [{ ...ada, substitutions }] })

  expect(await template({ '-name-': 'Ada', '{{seats}}': 3 })).toMatchObject({
    ...{ subject: 'Hi Ada', variables: { name: 'Ada', seats: 3 } },
  })
  await expect(template({ 'first name': 'Ada' })).rejects.toMatchObject({
    details: [{ path: 'personalizations.0.substitutions', message: expect.stringContaining('dynamic_template_data') }],
  })
})

test('a substituted number is printed, and the tag for the image of opens is not', async () => {
  const personalizations = [{ ...ada, substitutions: { '%n%': 3 } }]
  const tracking_settings = { open_tracking: { enable: true, substitution_tag: '%open%' } }
  expect(await read({ content: text('%n%%open%'), personalizations, tracking_settings })).toMatchObject({ text: '3' })
})

test.each<[string, Partial<Mail>]>([
  ['content', { content: null }],
  ['content', { content: [] }],
  ['content.0.value', { content: [{ type: 'text/plain', value: '' }] }],
  ['content', { content: [...['a', 'b'].map(value => ({ type: 'text/html', value }))] }],
  ['subject', { subject: null, personalizations: [ada, grace] }],
  ['personalizations.1.subject', { subject: null, personalizations: [{ ...ada, subject: 'Hi' }, grace] }],
  ['mail_settings.bcc.email', { mail_settings: { bcc: { enable: true } } }],
])('without %s an email is refused in words: %j', async (path, fields) => {
  const message = expect.stringMatching(/^must /)
  await expect(emailsOf(mail(fields))).rejects.toMatchObject({ details: [{ path, message }] })
})

test.each<[string, Partial<Mail>]>([
  ['sections', { sections: { '-a-': 'b' } }],
  ['mail_settings.footer', { mail_settings: { footer: { enable: true } } }],
  ['content.0.type', { content: [{ type: 'text/calendar', value: 'x' }] }],
])('%s is not ignored', async (path, fields) => {
  await expect(emailsOf(mail(fields))).rejects.toMatchObject({ details: [{ path }] })
})
