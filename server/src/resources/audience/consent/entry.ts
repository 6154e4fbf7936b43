/**
 * A change of consent and the hash chain it is appended to. Each address or number has one chain per environment: every entry is hashed together with
 * the hash of the one before it, so changing or removing an entry in the middle is detectable. Pure.
 */
import { createHash, hash as digest } from 'node:crypto'
import type { ConsentMethod, ConsentEntry as Wire } from '@posthorn/contract/audience/consent'
import type { Caller } from '#core/caller.ts'

export type Channel = Wire['channel']
type Action = Wire['action']

/** How a consent changed. `sourceId` is the object behind it, depending on the method: an API key, a person, an email. */
export type ConsentSource = {
  method: ConsentMethod
  sourceId: string | null
  /** The text the person agreed to, as shown. */
  wording?: string | undefined
  /** The person's IP address, not that of the organization's program. */
  ip?: string | undefined
}

/** A caller with an API key or a session. */
export type ConsentCaller = Pick<Caller, 'environmentId' | 'keyId'> & { person?: { id: string } }

export const sourceOf = ({ keyId, person }: ConsentCaller): ConsentSource =>
  person ? { method: 'person', sourceId: person.id } : { method: 'api_key', sourceId: keyId }

export const importedBy = (caller: ConsentCaller): ConsentSource => ({ ...sourceOf(caller), method: 'import' })

/** `topicId` is set only for the scope `topic`. */
type Scope = { scope: Wire['scope']; topicId: string | null }
export const wholeChannel: Scope = { scope: 'channel', topicId: null }
export const suppressionList: Scope = { scope: 'suppression_list', topicId: null }
export const ofTopic = (topicId: string): Scope => ({ scope: 'topic', topicId })

/** An address, or a number for text messages. */
type Consenting = { environmentId: string; channel: Channel; address: string }

export type ConsentChange = Consenting & Scope & { action: Action; by: ConsentSource; at: Date }

/** A stored entry. Hashes are hexadecimal. */
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
  /** The hash of salt and IP address. Kept when both are erased, so that the chain still verifies. */
  ipHash: string | null
  ip: string | null
  ipSalt: string | null
  createdAt: Date
  previousHash: string | null
  hash: string
}

export const hashOfIp = (salt: string, ip: string): string =>
  createHash('sha256').update(Buffer.from(salt, 'hex')).update(ip).digest('hex')

/** Hashes a JSON array of everything that is kept forever, in this order. docs/consent.md describes it for checking an export. */
export const hashOf = (entry: Omit<Entry, 'hash' | 'ip' | 'ipSalt'>): string =>
  digest(
    'sha256',
    JSON.stringify([
      ...[entry.previousHash, entry.subject, entry.nth, entry.id, entry.createdAt.toISOString(), entry.channel],
      ...[entry.scope, entry.topicId, entry.action, entry.method, entry.sourceId, entry.wording, entry.ipHash],
    ]),
  )

export type Fault = { nth: number; id: string; message: string }

/** Checks an entry against the one before it; undefined when it is valid. */
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
