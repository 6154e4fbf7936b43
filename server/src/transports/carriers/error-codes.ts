/**
 * The meaning of carriers' error codes, where the HTTP status is misleading or too general. `rejected`: this message will never
 * be accepted. `opted_out`: its recipient has opted out at the carrier. `destination`: the account or the whole carrier fails. `message`: defer this one. `doubt`: it may be accepted.
 */
export type Meaning = 'rejected' | 'opted_out' | 'destination' | 'message' | 'doubt'

/** https://www.twilio.com/docs/api/errors */
export const twilioCodes: ReadonlyMap<string, Meaning> = new Map([
  ['20003', 'destination'], // Authenticate
  ['20429', 'destination'], // Too many requests
  ['21610', 'opted_out'],
  ['21611', 'message'], // The queue of this sender is full
])

/** https://developers.telnyx.com/docs/messaging/messages/error-codes */
export const telnyxCodes: ReadonlyMap<string, Meaning> = new Map([
  ['10009', 'destination'], // Authentication failed
  ['10010', 'destination'], // Authorization failed
  ['10011', 'destination'], // Too many requests
  ['20100', 'destination'], // Insufficient funds
  ['40300', 'opted_out'], // Also sent with 403 and 409
  ['40312', 'destination'], // The messaging profile is disabled
  ['40318', 'message'], // The queue of this sender is full
  ['40333', 'destination'], // The spend limit is reached
])

const byStatus: ReadonlyMap<number, Meaning> = new Map([
  // The account or the carrier's URL is wrong; another carrier may work.
  [401, 'destination'],
  [402, 'destination'],
  [403, 'destination'],
  [404, 'destination'],
  [429, 'destination'],
  [503, 'destination'],
  // The carrier timed out, or is processing another copy of the same request.
  [408, 'doubt'],
  [409, 'doubt'],
])

export function meaningOf(status: number, code: string, codes: ReadonlyMap<string, Meaning>): Meaning {
  const ofCode = status >= 400 && status < 500 ? codes.get(code) : undefined
  const meaning = ofCode ?? byStatus.get(status)
  if (meaning) return meaning
  if (status >= 500) return 'doubt'
  // A redirect is not followed, since that would send the credentials to another host.
  return status >= 400 ? 'rejected' : 'destination'
}
