/** Describes what happened to a message in words that a support person can paste. Pure. */
import { isHeldOnPurpose, isPaused, isRestored, needsOperator, waitsForLocalTime } from './held.ts'
import type { Wait } from './waits.ts'

/** Internally, a destination has a name such as "relay smtp.example.com:587". */
export function describeDestination(name: string): string {
  if (isHeldOnPurpose(name)) return name
  const [transport = '', ...rest] = name.split(' ')
  if (transport === 'direct') return `the receiver ${rest.at(-1)}`
  if (transport === 'relay') return `the relay ${rest.at(-1)}`
  return `the carrier ${name}`
}

const minutes = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** One or two sentences, for a list. */
export function describeWait({ waitsFor, failingSince, failures, lastReply, cap, nextAt }: Wait): string {
  const where = describeDestination(waitsFor)
  const next = nextAt ? ` Next try at ${minutes(nextAt)}.` : ''
  if (isRestored(waitsFor))
    return `Waiting for the operator: this is a ${where}, which sends nothing until \`npm run -s posthorn -- resume\`.`
  if (needsOperator(waitsFor)) return `Waiting for ${where}`
  if (isPaused(waitsFor)) return `Waiting for somebody to resume the ${where}.`
  if (waitsForLocalTime(waitsFor)) return `Waiting for its recipient’s ${where}.${next}`
  if (isHeldOnPurpose(waitsFor)) return `Waiting: ${where}.${next}`
  if (cap) return `Waiting for its turn: ${where} gets ${cap}.${next}`
  if (!failingSince) return `Waiting for its turn: ${where} accepts no more at the moment.${next}`
  const times = failures === 1 ? 'once' : `${failures} times in a row`
  const heard = lastReply ? ` It said: ${lastReply}` : ''
  return `Waiting for ${where}, which has failed ${times} since ${minutes(failingSince)}.${heard ? endSentence(heard) : ''}${next}`
}

export const endSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Empty when all is well. */
export function describeSender(sender: { domain: string; missing: readonly string[] } | undefined): string[] {
  if (!sender) return []
  const what = sender.missing.includes('dkim') ? 'DKIM key' : 'return path'
  return [`The ${what} of ${sender.domain} is gone from DNS, so receivers may refuse its mail: set its records again.`]
}

export type Meaning = { meaning: string; advice?: string }

export const unverified: Meaning = {
  meaning: 'The receiver could not verify that the mail comes from this domain.',
  advice: 'Check SPF, DKIM and DMARC of the sender’s domain: posthorn domain verify says what is missing.',
}

/** By the class of the refusal. */
const refusals: Readonly<Record<string, Meaning>> = {
  unknown_mailbox: {
    meaning: 'There is no such mailbox.',
    advice: 'Check the address for a typo.',
  },
  disabled_mailbox: {
    meaning: 'The mailbox exists but is closed.',
    advice: 'Ask the person for another address.',
  },
  mailbox_full: { meaning: 'The mailbox is full.', advice: 'Send again later, or reach the person another way.' },
  rate_limited: {
    meaning: 'The receiver accepts no more from this server, or for this mailbox, at the moment.',
    advice: 'Send again later, and more slowly.',
  },
  blocked: {
    meaning: 'The receiver has blocked the address of the server that sent it.',
    advice: 'The operator should look up the address in the block list that the answer names, and ask for its removal.',
  },
  authentication: unverified,
  content: {
    meaning: 'The receiver considers the message spam, or refuses its content.',
    advice: 'Look at its links, its subject and its attachments, and whether these people asked for it.',
  },
  policy: {
    meaning: 'The receiver has a rule against this sender or this message.',
    advice: 'Read its answer: it often names the rule and a contact. The address itself may be fine.',
  },
  too_large: { meaning: 'The message is larger than the receiver allows.', advice: 'Send a link instead of the file.' },
  bad_domain: {
    meaning: 'The domain accepts no mail.',
    advice: 'Check the part after the @ for a typo.',
  },
  relay_denied: {
    meaning: 'The relay refuses to forward it.',
    advice: 'The operator should check the user name and the sender that the relay allows.',
  },
}

const suppressedUnknown: Meaning = {
  meaning: 'There is no such mailbox.',
  advice:
    'Nothing more is sent to this address. Check it for a typo; if it is right, take it off the suppression list.',
}

/** Not every bounce suppresses its address: those of test addresses never do. */
export function meaningOfRefusal(bounceClass: unknown, isSuppressed: boolean): Meaning | undefined {
  if (bounceClass === 'unknown_mailbox' && isSuppressed) return suppressedUnknown
  return typeof bounceClass === 'string' ? refusals[bounceClass] : undefined
}

/** A sentence for each event, by its name without `email.` or `sms.`. */
const happened: Readonly<Record<string, string>> = {
  processing: 'It was accepted.',
  scheduled: 'It was scheduled.',
  released: 'It was released for sending.',
  sent: 'It was handed over.',
  delivered: 'It was delivered.',
  delivery_delayed: 'It was delayed.',
  bounced: 'It was rejected permanently.',
  failed: 'It failed.',
  suppressed: 'Nothing was sent.',
  canceled: 'It was canceled.',
  undelivered: 'The carrier could not deliver it.',
  possible_duplicate: 'The answer to it was lost, so it was sent once more. The recipient may have it twice.',
  opened: 'It was opened.',
  clicked: 'A link was clicked.',
  complained: 'The recipient reported it as spam.',
  unsubscribed: 'The recipient unsubscribed.',
  unconfirmed: 'The answer to it was lost twice. It may have arrived, so it is not sent again.',
  received: 'It was received.',
  opted_out: 'The person opted out of text messages.',
  opted_in: 'The person opted in to text messages again.',
  callback_failed: 'Its callback did not receive a status.',
}

export function describeEvent(type: string, isSuppressed: boolean): string {
  const what = happened[type] ?? `${type.replaceAll('_', ' ')}.`
  return type === 'complained' && isSuppressed ? `${what} Nothing more is sent to this address.` : what
}

/** The other side of an attempt, as a sentence. `transport` and `host` are from its event. */
export function describeWay(transport: string, host: string | undefined): string {
  if (transport === 'simulated') return 'It was simulated: nothing left the server.'
  if (transport === 'capture') return 'It was captured: nothing left the server.'
  const [kind, from, source] = transport.split(' ')
  if (kind === 'direct' && host === undefined) return ''
  if (kind === 'direct')
    return `The receiving server was ${host}${from === 'from' ? `, the sending server ${source}` : ''}.`
  if (kind === 'relay') return `The relay was ${host ?? transport}.`
  return `The transport was ${transport}${host === undefined ? '' : `, at ${host}`}.`
}

/** Who gave the reply in the data of an event. Undefined when it is not a reply but our own note. */
export function speakerOf(data: Readonly<Record<string, unknown>>): string | undefined {
  const { transport, carrier, sms_id: smsId } = data
  if (carrier === 'capture') return undefined
  if (smsId !== undefined) return carrier === 'simulated' ? 'The simulated carrier' : 'The carrier'
  if (typeof transport !== 'string' || transport.startsWith('direct')) return 'The receiving server'
  if (transport === 'capture') return undefined
  if (transport === 'simulated') return 'The simulated server'
  return transport.startsWith('relay') ? 'The relay' : 'The provider'
}
