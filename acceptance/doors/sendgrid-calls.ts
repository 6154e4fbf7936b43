/** The requests of SendGrid's client, each once. */
import type sendgrid from '@sendgrid/mail'
import { newEmail } from '../http-client/unique.ts'

type Client = typeof sendgrid
type Call = (client: Client, scene: { templateId: string }) => ReturnType<Client['send']>

export const hello = { from: 'Acme <hello@acme.test>', subject: 'Hello', html: '<p>Hello, Ada.</p>' }
const bare = { from: hello.from, subject: 'Hello' }
/** In seconds. */
export const later = Date.parse('2099-01-01T00:00:00.000Z') / 1_000

/** By the fields that are sent to the only path. */
export const sendgridCalls: Record<string, Call> = {
  'POST /v3/mail/send': client => client.send({ ...hello, to: newEmail() }),
  '… to several, each alone': client => client.sendMultiple({ ...hello, to: [newEmail(), newEmail()] }),
  '… personalizations': client =>
    client.send({
      ...hello,
      personalizations: [
        { to: newEmail(), cc: newEmail(), subject: 'Own', customArgs: { a: 'b' } },
        { to: newEmail() },
      ],
    }),
  '… substitutions': client =>
    client.send({ ...bare, html: '<p>{{name}}</p>', to: newEmail(), substitutions: { name: 'Ada' } }),
  '… template_id, dynamic_template_data': (client, { templateId }) =>
    client.send({ ...bare, templateId: `d-${templateId}`, to: newEmail(), dynamicTemplateData: { name: 'Ada' } }),
  '… attachments': client =>
    client.send({
      ...hello,
      to: newEmail(),
      attachments: [{ content: 'aGk=', filename: 'a.txt', type: 'text/plain' }],
    }),
  '… categories, custom_args, headers': client =>
    client.send({ ...hello, to: newEmail(), categories: ['a'], customArgs: { b: 'c' }, headers: { 'X-Own': 'd' } }),
  '… send_at, batch_id': client => client.send({ ...hello, to: newEmail(), sendAt: later, batchId: 'nightly' }),
  '… asm': client => client.send({ ...hello, to: newEmail(), asm: { groupId: 7 } }),
  '… tracking_settings': client =>
    client.send({ ...hello, to: newEmail(), trackingSettings: { openTracking: { enable: true } } }),
  '… mail_settings.sandbox_mode': client =>
    client.send({ ...hello, to: newEmail(), mailSettings: { sandboxMode: { enable: true } } }),
}

const asking =
  (method: 'GET' | 'POST', url: string): Call =>
  client =>
    Object(client).client.request({ method, url })

/** What SendGrid has and Posthorn has not. The client gets a sentence that says so. */
export const refusedCalls: Record<string, Call> = {
  'POST /v3/mail/batch': asking('POST', '/v3/mail/batch'),
  'GET /v3/user/scheduled_sends': asking('GET', '/v3/user/scheduled_sends'),
  'GET /v3/messages': asking('GET', '/v3/messages'),
  'GET /v3/templates': asking('GET', '/v3/templates'),
  'GET /v3/suppression/bounces': asking('GET', '/v3/suppression/bounces'),
  'GET /v3/asm/groups': asking('GET', '/v3/asm/groups'),
}
