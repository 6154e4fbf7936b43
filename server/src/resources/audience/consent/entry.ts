/**
 * A change of consent, and the chain that it becomes a link of. An address or a number has one chain in an environment: each entry is
 * hashed together with the hash of the one before it, so that none can be changed or taken out of the middle unnoticed. Pure.
 */
import { createHash, hash as digest } from 'node:crypto'
import type { ConsentMethod, ConsentEntry as Wire } from '@posthorn/contract/audience/consent'
import type { Caller } from '#core/caller.ts'

export type Channel = Wire['channel']
type Action = Wire['action']

/** How a consent changed. `sourceId` is the object behind it: a key, a person, an email and so on, by the method. */
export type ConsentSource = {
  method: ConsentMethod
  sourceId: string | null
  /** The text that was agreed to, as it was shown. */
  wording?: string | undefined
  /** Where the person came from, not the program of the organization. */
  ip?: string | undefined
}

/** Whoever asks with a key or a session. */
export type ConsentCaller = Pick<Caller, 'environmentId' | 'keyId'> & { person?: { id: string } }

export const sourceOf = ({ keyId, person }: ConsentCaller): ConsentSource =>
  person ? { method: 'person', sourceId: person.id } : { method: 'api_key', sourceId: keyId }

export const importedBy = (caller: ConsentCaller): ConsentSource => ({ ...sourceOf(caller), method: 'import' })

/** The topic is there for the scope `topic` alone. */
type Scope = { scope: Wire['scope']; topicId: string | null }
export const wholeChannel: Scope = { scope: 'channel', topicId: null }
export const suppressionList: Scope = { scope: 'suppression_list', topicId: null }
export const ofTopic = (topicId: string): Scope => ({ scope: 'topic', topicId })

/** An address, or a number for text messages. */
type Consenting = { environmentId: string; channel: Channel; address: string }

export type ConsentChange = Consenting & Scope & { action: Action; by: ConsentSource; at: Date }

/** As it is kept. Hashes are in hexadecimal digits. */
export type Entry = Scope & {
  environmentId: string
  subject: string
  nth: number
  id: string
  channel: Channel
  action: Action
  method: ConsentMethod
  sourceId: string | null
  wording: string | null
  /** Of the salt and the IP address. It stays when they go, so that the chain still holds. */
  ipHash: string | null
  ip: string | null
  ipSalt: string | null
  createdAt: Date
  previousHash: string | null
  hash: string
}

export const hashOfIp = (salt: string, ip: string): string =>
  createHash('sha256').update(Buffer.from(salt, 'hex')).update(ip).digest('hex')

/** A JSON array of everything that is kept for ever, in this order. docs/consent.md tells it to whoever checks an export. */
export const hashOf = (entry: Omit<Entry, 'hash' | 'ip' | 'ipSalt'>): string =>
  digest(
    'sha256',
    JSON.stringify([
      ...[entry.previousHash, entry.subject, entry.nth, entry.id, entry.createdAt.toISOString(), entry.channel],
      ...[entry.scope, entry.topicId, entry.action, entry.method, entry.sourceId, entry.wording, entry.ipHash],
    ]),
  )

export type Fault = { nth: number; id: string; message: string }

/** What is wrong with an entry that should follow the other; undefined when nothing is. */
export function faultOf(entry: Entry, previous: Pick<Entry, 'nth' | 'hash'> | undefined): Fault | undefined {
  const { nth, id, ip, ipSalt } = entry
  const fault = (message: string): Fault => ({ nth, id, message })
  if (nth !== (previous?.nth ?? 0) + 1) return fault('An entry before it is missing.')
  if (entry.previousHash !== (previous?.hash ?? null)) return fault('It does not follow the entry before it.')
  if (entry.hash !== hashOf(entry)) return fault('It was changed.')
  if (ip !== null && ipSalt !== null && hashOfIp(ipSalt, ip) !== entry.ipHash)
    return fault('Its IP address was changed.')
  return undefined
}
