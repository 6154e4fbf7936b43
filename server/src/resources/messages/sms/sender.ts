/** The allowed senders: a number, or a name or short code where the recipient's country accepts those. */
import { formats, isPhoneNumber } from '@posthorn/contract/formats'
import { planOf } from '#core/addresses/numbering-plans.ts'
import { faultOfNumber } from '#core/addresses/possible-number.ts'
import { codesWithoutNames, shortCodeLengths } from './sender-rules.ts'
import { type Draft, isMms } from './sms.ts'

const isShortCode = (from: string): boolean => /^[0-9]+$/.test(from)

/** What is wrong with the sender. Whether the caller owns a name is checked against the database elsewhere. */
export function faultOfSender({ from, to, mediaUrls }: Pick<Draft, 'from' | 'to' | 'mediaUrls'>): string | undefined {
  if (isPhoneNumber(from)) return faultOfNumber(from)
  const code = planOf(to)?.code
  // It is not known yet whether the recipient's country accepts it.
  if (code === undefined) return formats.phone.expected
  if (isShortCode(from)) return faultOfShortCode(from, code)
  if (codesWithoutNames.has(code))
    return `must be a phone number or a short code: the networks of +${code} do not accept names. Send from one of your numbers`
  return isMms({ mediaUrls })
    ? 'must be a phone number for a message with media_urls: names carry text only'
    : undefined
}

function faultOfShortCode({ length }: string, code: string): string | undefined {
  const { shortest, longest } = shortCodeLengths.get(code) ?? { shortest: length, longest: length }
  if (length >= shortest && length <= longest) return undefined
  return `must have ${shortest} to ${longest} digits as a short code for +${code}. Send from a phone number in E.164 form otherwise`
}
