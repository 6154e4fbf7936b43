/** Sends messages through Twilio: https://www.twilio.com/docs/messaging/api/message-resource */
import type { Carrier, Submission } from '../carrier.ts'
import { dollars } from './dollars.ts'
import { meaningOf, twilioCodes } from './error-codes.ts'
import { type Fields, textOf } from './fields.ts'
import { addressFor } from './message-key.ts'
import { type Dialect, outcomeOf, type Taken } from './outcomes.ts'
import { openPoster } from './post.ts'
import { readTwilioCallback, twilioState } from './twilio-callback.ts'

export type TwilioOptions = {
  name: string
  accountSid: string
  authToken: string
  baseUrl?: string
  /** The URL for callbacks, without a query; null when there is none. */
  callbackUrl: string | null
  /** Lets this service choose among its senders and apply its rules. */
  messagingServiceSid?: string
  timeoutMs?: number
  maxAtOnce?: number
}

export const twilioUrl = 'https://api.twilio.com'

export function twilioCarrier(options: TwilioOptions): Carrier {
  const { name, accountSid, authToken, baseUrl = twilioUrl, timeoutMs = 15_000, maxAtOnce = 20 } = options
  const poster = openPoster({ baseUrl, timeoutMs })
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  const dialect: Dialect = {
    readTaken,
    readRefused: answer => ({ code: textOf(answer.code), words: textOf(answer.message) }),
    meaningOf: (status, { code }) => meaningOf(status, code, twilioCodes),
    secrets: [authToken, credentials],
  }
  return {
    name,
    takesParts: false,
    idempotent: false,
    takesMedia: true,
    maxAtOnce,
    async submit(submission) {
      const begun = performance.now()
      const posted = await poster.post({
        path: `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
        headers: {
          authorization: `Basic ${credentials}`,
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: formOf(submission, options),
        beforeSend: submission.beforeSubmit,
      })
      return [outcomeOf(posted, dialect, { transport: name, host: poster.host, durationMs: performance.now() - begun })]
    },
    readCallback: request => readTwilioCallback(request, { carrier: name, authToken }),
    [Symbol.asyncDispose]: () => poster[Symbol.asyncDispose](),
  }
}

/** A longer validity is refused with 21624. */
const maxValiditySeconds = 36_000

function formOf(submission: Submission, { callbackUrl, messagingServiceSid }: TwilioOptions): string {
  const form = new URLSearchParams({ To: submission.to, From: submission.from })
  if (messagingServiceSid) form.set('MessagingServiceSid', messagingServiceSid)
  if (submission.body !== '') form.set('Body', submission.body)
  for (const url of submission.mediaUrls) form.append('MediaUrl', url)
  if (submission.validity) form.set('ValidityPeriod', String(Math.min(submission.validity.seconds, maxValiditySeconds)))
  if (callbackUrl !== null) form.set('StatusCallback', addressFor(callbackUrl, submission))
  return form.toString()
}

/** At this point the price is usually null. */
function readTaken({ sid, status, price, price_unit }: Fields): Taken | null {
  if (typeof sid !== 'string' || sid === '') return null
  const word = textOf(status)
  return { carrierId: sid, state: twilioState(word), status: word, ...dollars(textOf(price), textOf(price_unit)) }
}
