/** The unchanged client of Resend, pointed here by the one line that whoever moves changes. */
import { Resend } from 'resend'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createOrganization, type Organization } from './operator.ts'
import { newEmail } from './unique.ts'

const { url, dataDir } = inject('service')
let organization: Organization
let resend: Resend
beforeAll(async () => {
  organization = await createOrganization(dataDir, 'enterprise')
  resend = clientWith(organization.test_key)
})

const clientWith = (key: string, baseUrl = `${url}/resend`) => new Resend(key, { baseUrl })

/** What the client was given, or the error that it was told. */
async function data<T>(asked: Promise<{ data: T | null; error: unknown }>): Promise<T> {
  const { data, error } = await asked
  if (data === null) throw new Error(JSON.stringify(error))
  return data
}

const hello = { from: 'Acme <hello@acme.test>', subject: 'Hello', html: '<p>Hello, Ada.</p>' }

describe('emails', () => {
  test('one is sent, read, found in the list', async () => {
    const to = newEmail()
    const { id } = await data(
      resend.emails.send({
        ...hello,
        to: `Ada Lovelace <${to}>`,
        cc: [newEmail()],
        replyTo: 'answers@acme.test',
        tags: [{ name: 'category', value: 'welcome' }],
        attachments: [{ filename: 'a.txt', content: Buffer.from('hello') }],
      }),
    )
    const email = await data(resend.emails.get(id))

    expect(email).toMatchObject({
      object: 'email',
      id,
      to: [to],
      from: hello.from,
      html: hello.html,
      bcc: null,
      cc: [expect.any(String)],
      reply_to: ['answers@acme.test'],
      tags: [{ name: 'category', value: 'welcome' }],
      message_id: `<${id}@acme.test>`,
      scheduled_at: null,
    })
    const { data: emails, has_more } = await data(resend.emails.list({ limit: 1 }))
    expect(emails).toMatchObject([{ id, to: [to] }])
    expect(has_more).toBe(false)
  })
})
