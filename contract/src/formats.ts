import { workflowFormats } from './workflows/formats.ts'

/**
 * The formats of the contract as pure checks. Each is linear in its input and checks the length first,
 * so hostile input is cheap.
 */

const atext = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/
const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/
const alphabetic = /^[A-Za-z]{2,}$/

/** The rule of api.md, with the lengths of RFC 5321 (local part 64 octets, whole 254) and RFC 1035 (label 63). */
export function isEmailAddress(text: string): boolean {
  if (text.length > 254) return false
  const at = text.lastIndexOf('@')
  if (at < 1 || at > 64) return false
  const atoms = text.slice(0, at).split('.')
  const labels = text.slice(at + 1).split('.')
  return (
    atoms.every(atom => atext.test(atom)) &&
    labels.length >= 2 &&
    labels.every(part => part.length <= 63 && label.test(part)) &&
    alphabetic.test(labels.at(-1) ?? '')
  )
}

const timestamp = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?Z$/

/** Checked on the text: `new Date` would turn 29 February 2027 into 1 March. */
export function isTimestamp(text: string): boolean {
  if (text.length > 30) return false
  const match = timestamp.exec(text)
  if (!match) return false
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number)
  return (
    year >= 1 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month) &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59
  )
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

export const phoneNumberPattern = '^\\+[1-9][0-9]{6,14}$'
const phoneNumber = new RegExp(phoneNumberPattern)

/** E.164, with its plus. `$` would allow a final newline in some engines; JavaScript's does not without the m flag. */
export function isPhoneNumber(text: string): boolean {
  return text.length <= 16 && phoneNumber.test(text)
}

/**
 * The length first, then whitespace and control characters, which `URL` would silently trim or drop, and backslashes: a
 * carrier's parser may find another host in `https://a.test\@b.test`.
 */
function isUrl(text: string, protocols: readonly string[]): boolean {
  if (text.length > 2048 || /[\s\p{Cc}\\]/u.test(text)) return false
  const url = URL.parse(text)
  if (url === null || !protocols.includes(url.protocol) || url.port === '0') return false
  const labels = url.hostname.replace(/\.$/, '').split('.')
  return /^https?:\/\//i.test(text) && labels.every(label => label !== '' && label.length <= 63)
}

export const isHttpsUrl = (text: string): boolean => isUrl(text, ['https:'])
export const isHttpUrl = (text: string): boolean => isUrl(text, ['https:', 'http:'])

/**
 * One line of visible text, as a name has, of up to 100 characters. Each can match in only one way: a second way would make
 * hostile input quadratic. A format, because not every validator knows `\p` in a pattern.
 */
export const isLine = (text: string): boolean => text.length <= 200 && /^[^\p{C}\S]*[^\p{C}\s][^\p{C}]*$/u.test(text)

/** The names used as `format` in schemas, with their check and the error message. */
export const formats = {
  email: { check: isEmailAddress, expected: 'must be an email address such as ada@example.com' },
  'date-time': {
    check: isTimestamp,
    expected: 'must be a UTC timestamp such as 2027-01-31T09:30:00Z (a real date, ending in Z)',
  },
  phone: { check: isPhoneNumber, expected: 'must be a phone number in E.164 form such as +14155552671' },
  'https-url': { check: isHttpsUrl, expected: 'must be an https address such as https://example.com/receipt.png' },
  'http-url': { check: isHttpUrl, expected: 'must be an http or https address such as https://example.com/hooks' },
  line: { check: isLine, expected: 'must be one line of 1 to 100 visible characters' },
  ...workflowFormats,
} as const
