import { type ErrorCode, errors } from '@posthorn/contract/errors'
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import { Refusal } from '#core/refusal.ts'
import { Answer, type Ask, type DoorOperation, doorOperation } from '#http/door/door.ts'
import { emailsOf } from './emails-of.ts'
import { Mail } from './mail-request.ts'

export const mailOperations: DoorOperation[] = [
  doorOperation({
    method: 'POST',
    path: '/v3/mail/send',
    standsFor: 'sendEmailBatch',
    body: Mail,
    async answer({ body, ask }) {
      const emails = await emailsOf(body)
      if (body.mail_settings?.sandbox_mode?.enable) return sandboxed(emails, ask)
      return new Answer(202, { headers: { 'x-message-id': await send(emails, ask) } })
    },
  }),
]

/** Returns the id of the first email. */
async function send(emails: readonly EmailSend[], ask: Ask): Promise<string> {
  const [first, ...others] = emails
  if (first && others.length === 0) return (await ask('sendEmail', { body: first })).id
  const { data } = await ask('sendEmailBatch', { body: [...emails] })
  return data[0]?.id ?? ''
}

/** Checks the emails without sending. One by one, since each takes some work. */
async function sandboxed(emails: readonly EmailSend[], ask: Ask): Promise<Answer> {
  for (const body of emails) {
    const { refusal } = await ask('preflightEmail', { body })
    if (refusal) throw refusalOf(refusal)
  }
  return new Answer(200)
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code)

const refusalOf = ({ code, message, details }: { code: string; message: string; details?: unknown }): Refusal =>
  new Refusal(isCode(code) ? code : 'validation_error', { message, details })
