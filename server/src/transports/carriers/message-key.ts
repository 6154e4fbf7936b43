/** The message of a callback, as part of the callback URL. */
import { isId } from '#core/id.ts'
import type { SmsKey } from '../carrier.ts'

export const addressFor = (callbackUrl: string, { environmentId, smsId }: SmsKey): string =>
  `${callbackUrl}?sms=${environmentId}.${smsId}`

/** Only for a URL that the carrier has signed. */
export function messageKeyIn(address: string): SmsKey | null {
  const [, environmentId = '', smsId = ''] = /[?&]sms=([0-9a-f-]{36})\.([0-9a-f-]{36})$/.exec(address) ?? []
  return isId(environmentId) && isId(smsId) ? { environmentId, smsId } : null
}
