/**
 * Sends messages through Telnyx: https://developers.telnyx.com/api-reference/messages
 * An idempotency key matches only a byte-identical request, so the body depends on nothing but the message.
 */
import type { Carrier, Submission } from '../carrier.ts'
import { dollars } from './dollars.ts'
import { type Meaning, meaningOf, telnyxCodes } from './error-codes.ts'
import { type Fields, fieldsOf, firstOf, textOf } from './fields.ts'
import { addressFor } from './message-key.ts'
import { type Dialect, outcomeOf, type Refused, type Taken } from './outcomes.ts'
import { openPoster } from './post.ts'
import { readTelnyxCallback, telnyxState } from './telnyx-callback.ts'
import { telnyxPublicKey } from './telnyx-signature.ts'

export type TelnyxOptions = {
  name: string
  apiKey: string
  /** The account's public key, in base64. */
  publicKey: string
  baseUrl?: string
  /** The URL for callbacks, without a query; null uses the one of the messaging profile. */
  callbackUrl: string | null
  messagingProfileId?: string
  /** Whether a repeated request counts as the same. Default false: Telnyx does not guarantee it for messages. */
  idempotent?: boolean
  timeoutMs?: number
  maxAtOnce?: number
}

export const telnyxUrl = 'https://api.telnyx.com'

export function telnyxCarrier(options: TelnyxOptions): Carrier {
  const { name, apiKey, baseUrl = telnyxUrl, timeoutMs = 15_000, maxAtOnce = 20 } = options
  const poster = openPoster({ baseUrl, timeoutMs })
  const publicKey = telnyxPublicKey(options.publicKey)
  const dialect: Dialect = { readTaken, readRefused, meaningOf: meaningOfRefusal, secrets: [apiKey] }
  return {
    name,
    takesParts: false,
    idempotent: options.idempotent ?? false,
    takesMedia: true,
    maxAtOnce,
    async submit(submission) {
      const begun = performance.now()
      const posted = await poster.post({
        path: '/v2/messages',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          accept: 'application/json',
          'idempotency-key': submission.smsId,
        },
        body: JSON.stringify(messageOf(submission, options)),
        beforeSend: submission.beforeSubmit,
      })
      return [outcomeOf(posted, dialect, { transport: name, host: poster.host, durationMs: performance.now() - begun })]
    },
    readCallback: (request, now) => readTelnyxCallback(request, { carrier: name, publicKey, now }),
    [Symbol.asyncDispose]: () => poster[Symbol.asyncDispose](),
  }
}

function messageOf(submission: Submission, { callbackUrl, messagingProfileId }: TelnyxOptions) {
  const { from, to, body, mediaUrls } = submission
  return {
    from,
    to,
    ...(body !== '' && { text: body }),
    ...(mediaUrls.length > 0 && { media_urls: mediaUrls }),
    type: mediaUrls.length > 0 ? 'MMS' : 'SMS',
    ...(messagingProfileId && { messaging_profile_id: messagingProfileId }),
    // Telnyx returns it in the signed body of each callback.
    ...(callbackUrl !== null && { webhook_url: addressFor(callbackUrl, submission) }),
  }
}

function readTaken({ data }: Fields): Taken | null {
  const { id, to, cost } = fieldsOf(data)
  if (typeof id !== 'string' || id === '') return null
  const status = textOf(firstOf(to).status)
  const { amount, currency } = fieldsOf(cost)
  return { carrierId: id, state: telnyxState(status), status, ...dollars(textOf(amount), textOf(currency)) }
}

function readRefused({ errors }: Fields): Refused {
  const { code, title, detail } = firstOf(errors)
  return { code: textOf(code), words: [textOf(title), textOf(detail)].filter(Boolean).join(': ') }
}

function meaningOfRefusal(status: number, { code, words }: Refused): Meaning {
  // The key was used with another body: that earlier request was accepted, or is being processed.
  if (status === 422 && /idempotency/i.test(words)) return 'doubt'
  return meaningOf(status, code, telnyxCodes)
}
