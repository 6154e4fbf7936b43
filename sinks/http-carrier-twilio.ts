/** Twilio's Messages API as far as a sender sees it. */
import { createHmac, randomBytes } from 'node:crypto'
import type {
  AskedSms,
  Callback,
  CarrierDialect,
  HeardRequest,
  Refusal,
  ReportedState,
} from './http-carrier-dialect.ts'

export type TwilioAccount = { accountSid: string; authToken: string }

export function twilioDialect({ accountSid, authToken }: TwilioAccount): CarrierDialect {
  const credentials = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const json = (status: number, body: object) => ({ status, type: 'application/json', body: JSON.stringify(body) })

  function signed(address: string, parameters: Record<string, string>): Callback {
    const text = Object.keys(parameters)
      .sort()
      .reduce((all, name) => `${all}${name}${parameters[name]}`, address)
    return {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': createHmac('sha1', authToken).update(text).digest('base64'),
      },
      body: new URLSearchParams(parameters).toString(),
    }
  }

  function read({ method, path, headers, body }: HeardRequest): AskedSms | Refusal {
    if (method !== 'POST' || path !== `/2010-04-01/Accounts/${accountSid}/Messages.json`)
      return { status: 404, code: '20404', words: `The requested resource ${path} was not found` }
    if (headers.authorization !== credentials) return { status: 401, code: '20003', words: 'Authenticate' }
    const form = new URLSearchParams(body)
    const asked = {
      from: form.get('From') ?? '',
      to: form.get('To') ?? '',
      body: form.get('Body') ?? '',
      mediaUrls: form.getAll('MediaUrl'),
      callbackUrl: form.get('StatusCallback'),
      idempotencyKey: null,
    }
    if (headers['content-type'] !== 'application/x-www-form-urlencoded' || !asked.from)
      return { status: 400, code: '21603', words: "A 'From' phone number is required." }
    if (!/^\+\d{8,15}$/.test(asked.to))
      return { status: 400, code: '21211', words: `The 'To' number ${asked.to} is not a valid phone number.` }
    if (!asked.body && asked.mediaUrls.length === 0)
      return { status: 400, code: '21602', words: 'Message body is required.' }
    return asked
  }

  const words: Record<ReportedState, string> = { sent: 'sent', delivered: 'delivered', failed: 'undelivered' }

  return {
    newId: () => `SM${randomBytes(16).toString('hex')}`,
    signatureHeader: 'x-twilio-signature',
    read,
    taken: ({ id, from, to, body, mediaUrls }) =>
      json(201, {
        sid: id,
        account_sid: accountSid,
        from,
        to,
        body,
        status: 'queued',
        direction: 'outbound-api',
        num_media: `${mediaUrls.length}`,
        price: null,
        price_unit: 'USD',
        error_code: null,
        error_message: null,
      }),
    refused: ({ status, code, words }) =>
      json(status, {
        code: Number(code),
        message: words,
        more_info: `https://www.twilio.com/docs/errors/${code}`,
        status,
      }),
    receipt: ({ id, from, to }, state, address) =>
      signed(address, {
        AccountSid: accountSid,
        ApiVersion: '2010-04-01',
        From: from,
        MessageSid: id,
        MessageStatus: words[state],
        SmsSid: id,
        SmsStatus: words[state],
        To: to,
        ...(state === 'failed' && { ErrorCode: '30003' }),
      }),
    inbound: ({ id = `SM${randomBytes(16).toString('hex')}`, from, to, body, mediaUrls = [] }, address) =>
      signed(address, {
        AccountSid: accountSid,
        ApiVersion: '2010-04-01',
        Body: body,
        From: from,
        MessageSid: id,
        NumMedia: `${mediaUrls.length}`,
        NumSegments: '1',
        SmsMessageSid: id,
        SmsSid: id,
        SmsStatus: 'received',
        To: to,
        ...Object.fromEntries(mediaUrls.map((url, index) => [`MediaUrl${index}`, url])),
      }),
  }
}
