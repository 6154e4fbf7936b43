/** The rules of a send request that its schema does not state. */
import type { Fault } from '@posthorn/contract/errors'
import type { SmsSend } from '@posthorn/contract/messages/sms'
import { faultOfNumber } from '#core/addresses/possible-number.ts'
import { hasNull, noNull } from '#core/characters.ts'
import { refusedAddress } from '#core/public-address.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import { schedule, tooLate } from '#sending/schedule.ts'
import { cut, firstOutsideGsm } from './segments.ts'
import { faultOfSender } from './sender.ts'
import { type Draft, isMms } from './sms.ts'

const maxCharacters = 1_600
const maxSegments = 10

/** Reads a request that may be scheduled. */
export function readSendRequest({ scheduled_for: time, ...asked }: SmsSend, now: Date): Draft {
  const when = time === undefined ? undefined : schedule(time, now)
  const faults = when?.kind === 'too-late' ? [{ path: 'scheduled_for', message: tooLate }] : []
  const draft = readRequest(asked, faults)
  return when?.kind === 'later' ? { ...draft, scheduledFor: when.at } : draft
}

/** Reads a request, without its schedule. `known` are the faults found so far. */
export function readRequest(
  asked: Omit<SmsSend, 'scheduled_for'> & { scheduled_for?: never },
  known: readonly Fault[] = [],
): Draft {
  const { from, to, body = '', media_urls: mediaUrls = [], validity_seconds: validitySeconds } = asked
  const { ignore_quiet_hours: ignoresQuietHours = false } = asked
  const faults = [...known]
  const wrongSender = faultOfSender({ from, to, mediaUrls })
  if (wrongSender) faults.push({ path: 'from', message: wrongSender })
  // A workflow that is being checked has no recipient yet.
  const wrongRecipient = to === '' ? undefined : faultOfNumber(to)
  if (wrongRecipient) faults.push({ path: 'to', message: wrongRecipient })
  if (from === to) faults.push({ path: 'to', message: 'must differ from `from`' })
  if (body.trim() === '' && mediaUrls.length === 0)
    faults.push({ path: 'body', message: 'must have a text, unless there are media_urls' })
  if (hasNull(body)) faults.push({ path: 'body', message: noNull })
  mediaUrls.forEach((url, index) => {
    const path = `media_urls.${index}`
    const message = refusedAddress(url, 'public')
    if (message) faults.push({ path, message })
  })
  if (faults.length > 0) throw invalid(...faults)

  // A megabyte is not cut into segments to find that it is too long.
  const characters = body.length > maxCharacters ? [...body].length : body.length
  if (characters > maxCharacters) throw tooLong(body, `has ${characters.toLocaleString('en')} characters`)
  const { encoding, parts } = cut(body)
  const draft = {
    ...{ from, to, body, mediaUrls, encoding, segments: parts.length },
    ...(validitySeconds !== undefined && { validitySeconds }),
    ...(ignoresQuietHours && { ignoresQuietHours }),
  }
  if (isMms(draft)) return { ...draft, segments: 1 }
  if (parts.length > maxSegments) throw tooLong(body, `takes ${parts.length} segments`)
  return draft
}

function tooLong(body: string, what: string): Refusal {
  const outsider = firstOutsideGsm(body)
  const limits = `A message has at most ${maxCharacters.toLocaleString('en')} characters and ${maxSegments} segments.`
  const why =
    outsider &&
    ` The character “${outsider}” is not in the GSM alphabet, so a segment holds 67 characters instead of 153.`
  return new Refusal('message_too_long', { message: `The text ${what}. ${limits}${why ?? ''}` })
}
