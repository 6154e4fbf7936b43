/**
 * Header fields with sending options: ours, and those of services that people migrate from. They are removed before sending. An unknown field of
 * ours is refused: a typo in it could send a scheduled message at once.
 */
import { EmailSend } from '@posthorn/contract/messages/email-requests'
import { Type } from 'typebox'
import type { Field } from '#core/message-fields.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import { compileCheck } from '#validation/check.ts'

type Wanted = Partial<
  Pick<
    EmailSend,
    | 'tags'
    | 'batch_id'
    | 'scheduled_for'
    | 'require_tls'
    | 'track_opens'
    | 'track_clicks'
    | 'message_stream'
    | 'topic_id'
  >
>
export type Commands = { wanted: Wanted; idempotencyKey: string | undefined }

type Read = (value: string, commands: Commands) => void

const yes = (value: string): boolean => /^(?:true|yes|1|on)$/i.test(value)

/** Other values are passed on, and refused by the schema. */
// `as`: checked against the schema later.
const flag = (value: string): boolean =>
  yes(value) ? true : /^(?:false|no|0|off)$/i.test(value) ? false : (value as never)

const set =
  <K extends keyof Wanted>(field: K, read: (value: string) => Wanted[K]): Read =>
  (value, { wanted }) => {
    wanted[field] = read(value)
  }
const addTags =
  (read: (value: string) => readonly string[]): Read =>
  (value, { wanted }) => {
    wanted.tags = [...(wanted.tags ?? []), ...read(value).filter(Boolean)]
  }
const listed = (value: string) => value.split(',').map(tag => tag.trim())
const readKey: Read = (value, commands) => {
  commands.idempotencyKey = value
}
const text = (value: string): string => value
// `as`: checked against the schema later.
const stream = (value: string) => value.toLowerCase() as Wanted['message_stream']

const ours: Record<string, Read> = {
  'x-posthorn-stream': set('message_stream', stream),
  'x-posthorn-topic-id': set('topic_id', text),
  'x-posthorn-tags': addTags(listed),
  'x-posthorn-batch-id': set('batch_id', text),
  'x-posthorn-scheduled-for': set('scheduled_for', text),
  'x-posthorn-track-opens': set('track_opens', flag),
  'x-posthorn-track-clicks': set('track_clicks', flag),
  'x-posthorn-require-tls': set('require_tls', flag),
  'x-posthorn-idempotency-key': readKey,
}

/** Postmark's transactional streams can have any name; its broadcast stream is named broadcast by default. */
const postmarkStream = (value: string): Wanted['message_stream'] =>
  /^broadcasts?$/i.test(value) ? 'broadcast' : 'transactional'

const ofOthers: Record<string, Read> = {
  'resend-idempotency-key': readKey,
  'x-pm-message-stream': set('message_stream', postmarkStream),
  'x-pm-tag': addTags(tag => [tag]),
  'x-pm-trackopens': set('track_opens', yes),
  'x-pm-tracklinks': set('track_clicks', value => /^(?:html|text)/i.test(value)),
}

const known = new Map(Object.entries({ ...ours, ...ofOthers }))
const prefixes = ['x-posthorn-', 'resend-', 'x-resend-', 'x-pm-', 'x-postmark-']

export const isCommand = ({ name }: Field): boolean => prefixes.some(prefix => name.startsWith(prefix))

const { tags, batch_id, scheduled_for, require_tls, track_opens, track_clicks, message_stream, topic_id } =
  EmailSend.properties
const check = compileCheck(
  Type.Object({ tags, batch_id, scheduled_for, require_tls, track_opens, track_clicks, message_stream, topic_id }),
  'It',
)

export function readCommands(fields: readonly Field[]): Commands {
  const commands: Commands = { wanted: {}, idempotencyKey: undefined }
  for (const { name, value } of fields.filter(isCommand)) {
    const read = known.get(name)
    if (read) read(value, commands)
    else if (name.startsWith('x-posthorn-'))
      throw invalid({ path: name, message: `is not a known header: use one of ${Object.keys(ours).join(', ')}` })
  }
  const faults = check(commands.wanted, 0)
  if (faults.length > 0) throw invalid(...faults)
  const { idempotencyKey } = commands
  if (idempotencyKey !== undefined && !/^[\x20-\x7e]{1,256}$/.test(idempotencyKey))
    throw new Refusal('invalid_idempotency_key')
  return commands
}
