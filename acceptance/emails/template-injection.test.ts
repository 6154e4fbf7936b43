/** A template is untrusted code: no mail made from one shows a file, a setting or our internals, in any of its parts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { readMessage, textOf } from '../http-client/mime.ts'
import { newWord } from '../http-client/unique.ts'
import { canary } from '../service/canary.ts'
import { createOrganization } from '../service/operator.ts'
import { hello, untilDelivered } from './sending.ts'

const { url, dataDir } = inject('service')
const folder = mkdtempSync(join(tmpdir(), 'posthorn-acceptance-'))
const file = join(folder, 'canary.txt')
let api: Client
beforeAll(async () => {
  writeFileSync(file, canary.value)
  api = client(url, (await createOrganization(dataDir)).live_key)
})
afterAll(() => rmSync(folder, { recursive: true }))

const payloads = [
  `{{ process.env.${canary.name} }}{{ env.${canary.name} }}{{ ${canary.name} }}`,
  "{{ constructor.constructor('return process')().env | json }}",
  `{{ "".constructor.constructor("return process.env.${canary.name}")() }}`,
  '{{ __proto__ }}{{ x.__proto__.constructor }}{{ x.constructor.constructor }}',
  '{{ x | map: "constructor" | json }}{{ globalThis }}{{ global.process }}{{ require }}{{ this }}',
  `{% include '${file}' %}`,
  `{% render '${file}' %}`,
  `{% layout '${file}' %}`,
  '{% include file %}{{ file | read }}',
  `{%- liquid\n include '${file}'\n -%}`,
  `{{#with "s" as |string|}}{{/with}}`,
  `\${process.env.${canary.name}}`,
  `<%= process.env.${canary.name} %>`,
  `#{process.env.${canary.name}}`,
  `<mj-include path="${file}" />`,
]
const variables = { x: { a: 1 }, file }
const parts = ['subject', 'html', 'text', 'mjml'] as const

/** A template with the payload in one of its parts; undefined when it is refused. */
async function templateWith(part: (typeof parts)[number], payload: string): Promise<string | undefined> {
  const mjml = `<mjml><mj-body><mj-section><mj-column><mj-text>${payload}</mj-text></mj-column></mj-section></mj-body></mjml>`
  const content = { subject: 'S', text: 'T', [part]: part === 'mjml' ? mjml : payload }
  const { status, body } = await api.post<{ id: string }>('/v1/templates', { friendly_name: newWord(), ...content })
  expect([201, 400], `${part} ${payload} ${JSON.stringify(body)}`).toContain(status)
  return status === 201 ? body.id : undefined
}

/** The tag of everything that is sent. */
const tag = newWord()

async function isSent(fields: object): Promise<boolean> {
  const { status, text } = await api.post('/v1/emails', { from: hello.from, to: hello.to, tags: [tag], ...fields })
  expect([200, 400], text).toContain(status)
  expect(text).not.toContain(canary.value)
  return status === 200
}

test('neither a file nor the environment is in any mail, whichever part asks for it', { timeout: 60_000 }, async () => {
  const templates: (string | undefined)[] = []
  for (const payload of payloads) templates.push(...(await Promise.all(parts.map(part => templateWith(part, payload)))))
  const made = templates.filter(id => id !== undefined).map(template_id => ({ template_id, variables }))
  // As plain content and as the value of a variable it is just text.
  const plain = payloads.map(payload => ({ subject: 'S', html: payload, text: payload }))
  const harmless = await templateWith('html', '{{ x }}')
  const asValues = payloads.map(x => ({ template_id: harmless, variables: { x } }))
  let sent = 0
  for (const fields of [...made, ...plain, ...asValues]) if (await isSent(fields)) sent++

  const emails = await untilDelivered(api, tag, sent)

  expect(emails.length).toBeGreaterThan(payloads.length * 2)
  for (const { id } of emails) {
    const { text } = await api.get(`/v1/emails/${id}/raw`)
    const message = readMessage(text)
    const shown = [text, message.header('subject'), textOf(message, 'text/html'), textOf(message, 'text/plain')].join(
      '\n',
    )
    expect(shown).not.toContain(canary.value)
    expect(shown).not.toMatch(/\[native code\]|node_modules/)
  }
})
