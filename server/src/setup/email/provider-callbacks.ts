/** Reports of providers about mail that their relays accepted, from the callback to the tables. */
import type { Clock } from '#core/clock.ts'
import { Refusal } from '#core/refusal.ts'
import type { Report } from '#core/returned-mail.ts'
import type { CallbackReader } from '#http/callbacks.ts'
import type { TakeReport } from '#resources/messages/returns/take.ts'
import { mailgunReader } from '#transports/providers/mailgun.ts'
import { postmarkReader } from '#transports/providers/postmark.ts'
import type { ReadProvider } from '#transports/providers/reading.ts'
import { resendReader } from '#transports/providers/resend.ts'
import { sendgridReader } from '#transports/providers/sendgrid.ts'
import type { Config } from '../settings.ts'

type Secrets = Pick<Config, 'mailgunSigningKey' | 'postmarkPassword' | 'sendgridPublicKey' | 'resendSigningSecret'>
type Parts = { take: TakeReport; clock: Clock }

const done = { kind: 'taken', type: 'application/json', body: '{}' } as const

/** By provider name; each is open when its secret is set. */
export function providerCallbacks(secrets: Secrets, parts: Parts): Map<string, CallbackReader> {
  const { mailgunSigningKey, postmarkPassword, sendgridPublicKey, resendSigningSecret } = secrets
  const readers = new Map<string, ReadProvider>()
  if (mailgunSigningKey) readers.set('mailgun', mailgunReader(mailgunSigningKey))
  if (postmarkPassword) readers.set('postmark', postmarkReader(postmarkPassword))
  if (sendgridPublicKey) readers.set('sendgrid', sendgridReader(sendgridPublicKey))
  if (resendSigningSecret) readers.set('resend', resendReader(resendSigningSecret))
  return new Map([...readers].map(([name, read]) => [name, readerOf(read, parts)]))
}

const readerOf =
  (read: ReadProvider, { take, clock }: Parts): CallbackReader =>
  async posted => {
    const reading = read(posted, clock())
    if (reading.kind !== 'read') return reading
    if (await takeAll(reading.reports, take)) throw new Refusal('service_unavailable')
    return done
  }

/** SendGrid posts thousands of reports at once; this limits the database connections they use. */
const atOnce = 5

/** Takes the reports of each email in order. True when one came before the end of its attempt: the provider must post all of them again. */
async function takeAll(reports: readonly Report[], take: TakeReport): Promise<boolean> {
  const byEmail = [...Map.groupBy(reports, report => report.subject.emailId).values()]
  let isEarly = false
  const takeNext = async () => {
    for (let about = byEmail.shift(); about; about = byEmail.shift())
      for (const report of about) if ((await take(report)).kind === 'early') isEarly = true
  }
  await Promise.all(Array.from({ length: atOnce }, takeNext))
  return isEarly
}
