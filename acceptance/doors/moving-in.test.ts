/** The lines that the dashboard shows to users of other services, run exactly as shown. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import sendgrid from '@sendgrid/mail'
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'
import { ServerClient } from 'postmark'
import { Resend } from 'resend'
import twilio from 'twilio'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type Place, servicesFor } from '../../dashboard/src/moving/services.ts'
import { findProgram } from '../../sinks/find-program.ts'
import { hello } from '../emails/sending.ts'
import { client } from '../http-client/client.ts'
import type { Page } from '../http-client/page.ts'
import { newEmail, newPhoneNumber } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'
import { node, repository } from '../service/service.ts'

const { url, dataDir, smtpPort } = inject('service')
const run = promisify(execFile)
let place: Place
beforeAll(async () => {
  // SendGrid's client warns about each key that does not begin with SG.
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  place = { origin: url, apiKey: (await createOrganization(dataDir)).test_key, smtpPort }
})
afterAll(() => {
  vi.restoreAllMocks()
})

type Sent = { code: string; to: string }

/** The client that the line creates, given the names of the program around it. */
const made = <Client>(code: string, name: string, known: Record<string, unknown>): Client =>
  new Function(...Object.keys(known), `${code}\nreturn ${name}`)(...Object.values(known))
/** The lines NAME=value, or Name: value. */
const values = (code: string) =>
  Object.fromEntries(code.split('\n').map(line => line.split(/=|: /, 2) as [string, string]))

/** The certificate of the shared service is self-signed. */
const selfSigned = { tls: { rejectUnauthorized: false } }
const submit = async (options: object, to: string) => {
  const fields: SendMailOptions = { ...hello, to }
  const transport = createTransport({ ...options, ...selfSigned })
  await transport.sendMail(fields).finally(() => transport.close())
}

/** By service and client. */
const samples: Record<string, (sent: Sent) => Promise<unknown>> = {
  'resend, Node.js': ({ code, to }) => made<Resend>(code, 'resend', { Resend }).emails.send({ ...hello, to }),
  'resend, Environment variables': ({ code, to }) => {
    const program = `import { Resend } from 'resend'; await new Resend().emails.send(${JSON.stringify({ ...hello, to })})`
    return run(node, ['--input-type=module', '--eval', program], { cwd: `${repository}/acceptance`, env: values(code) })
  },
  'sendgrid, Node.js': ({ code, to }) =>
    made<typeof sendgrid>(code, 'sgMail', { sgMail: sendgrid }).send({ ...hello, to }),
  'postmark, Node.js': ({ code, to }) =>
    made<ServerClient>(code, 'client', { ServerClient }).sendEmail({
      ...{ From: hello.from, To: to, Subject: hello.subject, TextBody: hello.text },
    }),
  'twilio, Node.js': ({ code, to }) =>
    made<ReturnType<typeof twilio>>(code, 'client', { twilio, accountSid: `AC${'0'.repeat(32)}` }).messages.create({
      ...{ from: '+14155552671', to, body: hello.text },
    }),
  'smtp, Any app': ({ code, to }) => {
    const { Host, Port = '', User, Password } = values(code)
    return submit({ host: Host, port: Number.parseInt(Port, 10), auth: { user: User, pass: Password } }, to)
  },
  'smtp, Nodemailer': ({ code, to }) => {
    const known = { createTransport: (options: object) => createTransport({ ...options, ...selfSigned }) }
    const transport = made<Transporter>(code, 'transport', known)
    return transport.sendMail({ ...hello, to }).finally(() => transport.close())
  },
  'smtp, Laravel': ({ code, to }) => {
    const { MAIL_HOST, MAIL_PORT, MAIL_USERNAME, MAIL_PASSWORD } = values(code)
    return submit({ host: MAIL_HOST, port: Number(MAIL_PORT), auth: { user: MAIL_USERNAME, pass: MAIL_PASSWORD } }, to)
  },
  // What Django does with these settings.
  'smtp, Django': ({ code, to }) =>
    run('python3', [
      '-c',
      `${code}
import smtplib, ssl
with smtplib.SMTP(EMAIL_HOST, EMAIL_PORT) as server:
    if EMAIL_USE_TLS:
        server.starttls(context=ssl._create_unverified_context())
    server.login(EMAIL_HOST_USER, EMAIL_HOST_PASSWORD)
    server.sendmail("${hello.from}", "${to}", "From: ${hello.from}\\nTo: ${to}\\nSubject: Hello\\n\\nHello, Ada.")`,
    ]),
}
/** Their packages are not available from npm. */
const notRun = ['resend, Python', 'resend, Go', 'sendgrid, Python', 'sendgrid, PHP', 'smtp, Rails']
const needsPython = (sample: string) => sample === 'smtp, Django' && !findProgram('python3')

const shown = servicesFor(['resend', 'sendgrid', 'postmark', 'twilio']).flatMap(({ name, clients }) =>
  clients.map(one => [`${name}, ${one.name}`, one.code] as const),
)

test('every line is run here, or listed as not run', () => {
  expect([...Object.keys(samples), ...notRun].toSorted()).toEqual(shown.map(([sample]) => sample).toSorted())
})

for (const [sample, code] of shown) {
  const send = samples[sample]
  if (!send) continue
  test.skipIf(needsPython(sample))(`${sample}: what is sent with the shown line arrives here`, async () => {
    const [kind, to] = sample.startsWith('twilio') ? ['sms', newPhoneNumber()] : ['emails', newEmail()]

    await send({ code: code(place), to })

    const list = `/v1/${kind}?to=${encodeURIComponent(to)}`
    const { body } = await client(url, place.apiKey).get<Page<unknown>>(list)
    expect(body.data).toHaveLength(1)
  })
}
