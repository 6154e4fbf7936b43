import type { Request } from 'autocannon'
import { emailInForm, emailTo } from './email-body.ts'
import type { LoadOrder } from './load.ts'
import { smsTo } from './sms-body.ts'

/** A request with blanks, which are filled with a different text each time it is sent. */
export type VariedRequest = { request: Request; blank: string; next(): string }

export function variedRequest({ round, headers, requests }: LoadOrder): VariedRequest {
  if (requests.kind === 'reads' || requests.kind === 'contact-events') {
    const { path, ids } = requests
    const blank = '#'.repeat(ids[0]?.length ?? 0)
    const next = () => ids[Math.floor(Math.random() * ids.length)] ?? ''
    const request: Request =
      requests.kind === 'reads'
        ? { method: 'GET', path: `${path}/${blank}`, headers }
        : { method: 'POST', path, headers: { ...headers, 'content-type': json }, body: eventOf(blank) }
    return { request, blank, next }
  }
  const blank = '#'.repeat(9)
  let written = 0
  return {
    request:
      requests.kind === 'sendsms'
        ? { method: 'GET', path: `${requests.path}&${queryOf(numberWith(blank), round)}`, headers }
        : {
            method: 'POST',
            path: requests.path,
            headers: { ...headers, 'content-type': isForm(requests) ? formType : json },
            body: isForm(requests) ? formOf(numberWith(blank), round) : JSON.stringify(bodyOf(requests, blank, round)),
          },
    blank,
    next: () => String(written++).padStart(blank.length, '0'),
  }
}

type Posted = Exclude<LoadOrder['requests'], { kind: 'reads' | 'contact-events' | 'sendsms' }>

const json = 'application/json'

const eventOf = (contactId: string): string =>
  JSON.stringify({ event: 'order.paid', contact_id: contactId, data: { amount: 49.5, currency: 'EUR' } })

function bodyOf(requests: Posted, blank: string, round: number): unknown {
  const address = `ada.${round}.${blank}@example.com`
  if (requests.kind === 'sms') return smsTo(numberWith(blank), round)
  if (requests.kind === 'contacts') return { email: address, first_name: 'Ada', last_name: 'Lovelace' }
  if (requests.as) return emailInForm(requests.as, address, requests.from)
  const email = emailTo(address, requests.from)
  return requests.batch === undefined ? email : Array.from({ length: requests.batch }, () => email)
}

const formType = 'application/x-www-form-urlencoded'
const isForm = (requests: Posted): boolean => requests.kind === 'sms' && requests.as === 'twilio'

/** A UK mobile number. */
const numberWith = (blank: string): string => `+447${blank}`

/** The blank is not percent-encoded, or it would not be found. */
function queryOf(to: string, round: number): string {
  const { from, body } = smsTo(to, round)
  return `${new URLSearchParams({ from, text: body })}&to=${to.replace('+', '%2B')}`
}

function formOf(to: string, round: number): string {
  const { from: From, body: Body } = smsTo(to, round)
  return `${new URLSearchParams({ From, Body })}&To=${to.replace('+', '%2B')}`
}
