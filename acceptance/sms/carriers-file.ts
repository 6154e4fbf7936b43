/** Carriers behind HTTP on this machine, and the file that an operator would write about them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { telnyxDialect, telnyxSinkPublicKey } from '../../sinks/http-carrier-telnyx.ts'
import { twilioDialect } from '../../sinks/http-carrier-twilio.ts'
import { newWord } from '../http-client/unique.ts'

export const twilioAccount = { accountSid: `AC${'0123456789abcdef'.repeat(2)}`, authToken: 'twilio-s3cret-token' }
export const telnyxAccount = { apiKey: 'KEY-telnyx-s3cret' }

export const twilio = twilioDialect(twilioAccount)
export const telnyx = telnyxDialect(telnyxAccount)

type Sink = { url: string }

export const twilioEntry = ({ url }: Sink, more: object = {}) => ({
  type: 'twilio',
  account_sid: twilioAccount.accountSid,
  auth_token: 'env:OUR_TWILIO_TOKEN',
  base_url: url,
  ...more,
})

export const telnyxEntry = ({ url }: Sink, more: object = {}) => ({
  type: 'telnyx',
  api_key: 'env:OUR_TELNYX_KEY',
  public_key: telnyxSinkPublicKey,
  base_url: url,
  ...more,
})

/** The settings of a service with these carriers; their file is written into the folder. `routes` is by prefix. */
export function carrierSettings(
  folder: string,
  carriers: object,
  routes: Record<string, string[]>,
): Record<string, string> {
  const file = join(folder, `carriers-${newWord()}.json`)
  const listed = Object.entries(routes).map(([prefix, names]) => ({ prefix, carriers: names }))
  writeFileSync(file, JSON.stringify({ carriers, routes: listed }))
  return {
    POSTHORN_CARRIERS_FILE: file,
    OUR_TWILIO_TOKEN: twilioAccount.authToken,
    OUR_TELNYX_KEY: telnyxAccount.apiKey,
  }
}

/** A new number in a country: never under a longer prefix that leads elsewhere, nor in an unused area such as +1 511. */
export const newNumberIn = (prefix: string): string =>
  prefix === '+1' ? `+141555${digits(5)}` : `${prefix}5${digits(9)}`

const digits = (length: number): string => Array.from({ length }, () => Math.floor(Math.random() * 10)).join('')
