/** The unchanged client of SendGrid, configured with the lines that a switch needs. */
import sendgrid from '@sendgrid/mail'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { ask } from '../http-client/client.ts'
import { newEmail, newWord } from '../http-client/unique.ts'
import { createKey, createOrganization, type Organization } from '../service/operator.ts'
import { expectMatrix } from './door-matrix.ts'
import { hello, later, refusedCalls, sendgridCalls } from './sendgrid-calls.ts'

const { url, dataDir } = inject('service')
let organization: Organization
let templateId: string
beforeAll(async () => {
  // The client warns about each key that does not begin with SG.
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  organization = await createOrganization(dataDir)
  use(organization.test_key)
  const body = { friendly_name: newWord(), status: 'published', subject: 'Hi', html: '<p>Hi {{ name }}</p>' }
  templateId = (await ours<{ id: string }>('POST', '/v1/templates', body)).id
})
afterAll(() => {
  vi.restoreAllMocks()
})

function use(key: string, baseUrl = `${url}/sendgrid/`): typeof sendgrid {
  sendgrid.setApiKey(key)
  Object(sendgrid).client.setDefaultRequest('baseUrl', baseUrl)
  return sendgrid
}

async function ours<Body>(method: string, path: string, body?: object): Promise<Body> {
  return (await ask<Body>(url, { method, path, key: organization.test_key, ...(body && { body }) })).body
}
type Shown = { id: string; subject: string; html: string; to: string[]; tags: string[]; scheduled_for: string | null }
const sent = async (asked: ReturnType<typeof sendgrid.send>) => {
  const [{ statusCode, headers }] = await asked
  const id: string = headers['x-message-id']
  return { statusCode, email: await ours<Shown>('GET', `/v1/emails/${id}`) }
}
const refusal = async (asked: ReturnType<typeof sendgrid.send>) => {
  const error = Object(await asked.catch((error: unknown) => error))
  return { status: error.code, errors: error.response?.body.errors }
}
const listed = async (to: string) => (await ours<{ data: Shown[] }>('GET', `/v1/emails?to=${to}`)).data

test.each(Object.entries(sendgridCalls))('%s', async (_, call) => {
  const [{ statusCode }, body] = await call(sendgrid, { templateId })
  expect([200, 202]).toContain(statusCode)
  expect(body).toBe('')
})

test.each(Object.entries(refusedCalls))('%s is refused with a sentence', async (_, call) => {
  expect(await refusal(call(sendgrid, { templateId }))).toMatchObject({
    status: 404,
    errors: [{ message: expect.stringMatching(/^Posthorn has no/), field: null, help: null }],
  })
})

test.each(['scopes', 'api_keys', 'user/profile', 'validations/email', 'whitelabel/domains', 'verified_senders'])(
  'GET /v3/%s is answered with what to use instead',
  async path => {
    const asked = Object(sendgrid).client.request({ method: 'GET', url: `/v3/${path}` })
    expect(await refusal(asked)).toMatchObject({
      ...{ status: 404, errors: [{ message: expect.stringMatching(/^Posthorn has no .*: /) }] },
    })
  },
)

test('an email is accepted as by SendGrid', async () => {
  const to = newEmail()
  const { statusCode, email } = await sent(
    sendgrid.send({
      ...hello,
      to: { email: to, name: 'Ada' },
      category: 'welcome',
      customArgs: { order: '7' },
      sendAt: later,
    }),
  )

  expect(statusCode).toBe(202)
  expect(email).toMatchObject({
    ...{ from: hello.from, to: [to], subject: 'Hello', html: hello.html, tags: ['welcome', 'order:7'] },
    scheduled_for: new Date(later * 1_000).toISOString(),
  })
})

test('each personalization is a separate email, filled in for its recipient', async () => {
  const [ada, grace] = [newEmail(), newEmail()]
  const personalizations = [
    { to: ada, substitutions: { name: 'Ada' } },
    { to: grace, substitutions: { name: 'Grace' } },
  ]
  await sendgrid.send({ from: hello.from, subject: 'Hi {{name}}', html: '<p>{{name}}</p>', personalizations })

  expect(await listed(ada)).toMatchObject([{ subject: 'Hi Ada', to: [ada] }])
  expect(await listed(grace)).toMatchObject([{ subject: 'Hi Grace', to: [grace] }])
})

test('one invalid personalization refuses all of them, and is named', async () => {
  const to = newEmail()
  const personalizations = [{ to }, { to: 'nobody' }]
  expect(await refusal(sendgrid.send({ ...hello, personalizations }))).toMatchObject({
    status: 400,
    errors: [{ field: 'personalizations.1.to.0', message: expect.any(String) }],
  })
  expect(await listed(to)).toEqual([])
})

test('a template is filled in with the dynamic data', async () => {
  const dynamicTemplateData = { name: '<Ada>' }
  const template = { from: hello.from, templateId: `d-${templateId}`, dynamicTemplateData }
  expect((await sent(sendgrid.send({ ...template, to: newEmail() }))).email).toMatchObject({
    ...{ subject: 'Hi', html: '<p>Hi &lt;Ada&gt;</p>' },
  })
})

test('in the sandbox an email is checked, and not sent', async () => {
  const to = newEmail()
  const mailSettings = { sandboxMode: { enable: true } }
  const [{ statusCode, headers }] = await sendgrid.send({ ...hello, to, mailSettings })

  expect([statusCode, headers['x-message-id']]).toEqual([200, undefined])
  expect(await listed(to)).toEqual([])
  const templateId = crypto.randomUUID()
  expect(await refusal(sendgrid.send({ from: hello.from, to, templateId, mailSettings }))).toMatchObject({
    status: 400,
  })
})

test('the same Idempotency-Key sends one email', async () => {
  const email = { ...hello, to: newEmail(), headers: { 'Idempotency-Key': newWord() } }
  const [first, second] = [await sent(sendgrid.send(email)), await sent(sendgrid.send(email))]

  expect(second.email.id).toBe(first.email.id)
  expect(await refusal(sendgrid.send({ ...email, subject: 'Other' }))).toMatchObject({ status: 409 })
})

test('errors are reported in the words of SendGrid', async () => {
  const { key } = await createKey(dataDir, organization, 'test', 'emails:read')
  const email = { ...hello, to: newEmail() }
  const none = await fetch(`${url}/sendgrid/v3/mail/send`, { method: 'POST', body: '{}' })

  expect([none.status, Object.keys(Object(await none.json()))]).toEqual([401, ['errors']])
  expect(await refusal(use('SG.wrong').send(email))).toMatchObject({ status: 401, errors: [{ field: null }] })
  expect(await refusal(use(key).send(email))).toMatchObject({ status: 403, errors: [{ field: null }] })
  use(organization.test_key)
  expect(await refusal(sendgrid.send({ ...email, from: 'nobody' }))).toMatchObject({
    status: 400,
    errors: [{ field: 'from' }],
  })
  const customArgs = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`a${index}`, 'b']))
  expect(await refusal(sendgrid.send({ ...email, customArgs }))).toMatchObject({ errors: [{ field: 'custom_args' }] })
  expect(await refusal(sendgrid.send({ ...email, html: '' }))).toMatchObject({ status: 400, errors: [{}] })
  expect(await refusal(Object(sendgrid).client.request({ method: 'GET', url: '/v3/mail/send' }))).toMatchObject({
    status: 405,
  })
})

test('a key is accepted at the root, too', async () => {
  const { statusCode } = await sent(use(organization.test_key, url).send({ ...hello, to: newEmail() }))
  expect(statusCode).toBe(202)
})

test('the guide lists what the client was seen to do', async () => {
  await expectMatrix({ test: 'sendgrid.test.ts', clients: { '@sendgrid/mail': sendgridCalls }, refused: refusedCalls })
})
