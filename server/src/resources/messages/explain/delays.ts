/** What a temporary refusal means, by the text of the reply and the way of the message. Pure. */
import { type Meaning, unverified } from './words.ts'

/** `relay` stands for every provider that takes mail with a password. */
type Way = 'direct' | 'relay' | 'carrier'

type Delay = Meaning & {
  said: RegExp
  /** Default: both ways of mail. */
  by?: readonly Way[]
  /** Said while the message is retried. */
  next?: string
}

const unreached = 'The server could not be reached.'

/** The first match counts. */
const delays: readonly Delay[] = [
  {
    said: /grey ?list/i,
    meaning: 'The receiver defers unknown senders on purpose.',
    next: 'It accepts the next try.',
  },
  {
    said: /insufficient (?:system |disk |server )?(?:storage|resources|space)|system storage|\b4\.3\.1\b/i,
    meaning: 'The receiving server is out of space or memory.',
    next: 'The message is retried until its time runs out.',
  },
  {
    said: /over ?quota|mailbox (?:is )?full|storage/i,
    meaning: 'The mailbox is full.',
    next: 'The message is retried until its time runs out.',
  },
  { said: /unauthenticated|\b(?:spf|dkim|dmarc)\b/i, ...unverified },
  {
    by: ['relay'],
    said: /password|login|authenticat|credential/i,
    meaning: 'The relay did not accept the user name and password.',
    advice: 'The operator should check POSTHORN_SMTP_URL.',
  },
  {
    by: ['carrier'],
    said: /authenticat|credential|\b401\b|INVPASWD|INVSYSID|RBINDFAIL|INVSYSTYP/i,
    meaning: 'The carrier did not accept the credentials.',
    advice: 'The operator should check the settings of the carrier.',
  },
  {
    by: ['relay'],
    said: /certificate|tls|ssl/i,
    meaning: 'The connection could not be encrypted as required.',
    advice: 'The operator should check the certificate of the relay.',
  },
  {
    by: ['direct'],
    said: /certificate|tls|ssl/i,
    meaning: 'The connection could not be encrypted as the receiver’s domain or the sender requires.',
    advice: 'Only those who run the receiving server can change that.',
  },
  {
    said: /\brate\b|too many|throttl|421 4\.7\.|unusual|try again later|busy|deferred/i,
    meaning: 'The receiver wants less mail from this server at a time.',
    next: 'Everything for it is slowed down.',
  },
  {
    by: ['carrier'],
    said: /\brate\b|too many|throttl|\b429\b|MSGQFUL/i,
    meaning: 'The carrier wants fewer messages at a time.',
    next: 'Everything for it is slowed down.',
  },
  {
    said: /refused|timed out|ECONN|EHOST|ENET|connection/i,
    meaning: unreached,
    advice: 'The operator should check its address, and that no firewall blocks the connection.',
  },
  {
    by: ['carrier'],
    said: /no connection|not bound: (?!bind refused)|timed out|ECONN|EHOST|ENET|ENOTFOUND/i,
    meaning: unreached,
    advice: 'The operator should check its address, and that no firewall blocks the connection.',
  },
]

type EventData = Readonly<Record<string, unknown>>

export function meaningOfDelay(data: EventData, isRetried: boolean): Meaning | undefined {
  const { reply } = data
  const way = wayOf(data)
  const found =
    typeof reply === 'string'
      ? delays.find(({ said, by = ['direct', 'relay'] }) => by.includes(way) && said.test(reply))
      : undefined
  if (!found?.next || !isRetried) return found
  return { ...found, meaning: `${found.meaning} ${found.next}` }
}

function wayOf({ sms_id: smsId, transport }: EventData): Way {
  if (smsId !== undefined) return 'carrier'
  return typeof transport === 'string' && transport.startsWith('direct') ? 'direct' : 'relay'
}
