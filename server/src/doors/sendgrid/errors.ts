/** Our refusals in SendGrid's format: { errors: [{ message, field, help }] }, with our status. */
import { errors } from '@posthorn/contract/errors'
import type { Refusal } from '#core/refusal.ts'
import type { Described } from '#http/door/door.ts'
import { faultsOf, theirPath } from '#http/door/faults.ts'

export function describe(refusal: Refusal): Described {
  const { status, message } = errors[refusal.code]
  const faults = faultsOf(refusal)
  const listed =
    faults.length > 0
      ? faults.map(fault => ({ message: fault.message, field: theirField(fault.path), help: null }))
      : [{ message: refusal.sentence ?? message, field: null, help: null }]
  return { status, body: { errors: listed } }
}

/** Our names and SendGrid's, for fields of a personalization. */
const ownFields: Record<string, string> = {
  to: 'to',
  cc: 'cc',
  bcc: 'bcc',
  scheduled_for: 'send_at',
  variables: 'dynamic_template_data',
  substitutions: 'substitutions',
}
const sharedFields: Record<string, string> = {
  html: 'content',
  text: 'content',
  tags: 'categories',
  template_friendly_name: 'template_id',
  from_name: 'from.name',
  topic_id: 'asm.group_id',
  message_stream: 'asm',
  contentId: 'content_id',
}

/** In a batch, a fault's path begins with the index of its email. */
function theirField(path: string): string {
  const [, place = '0', field = ''] = /^(?:(\d+)\.)?(.*)$/s.exec(path) ?? []
  const [first = '', ...rest] = field.split('.')
  if (Object.hasOwn(ownFields, first)) return ['personalizations', place, ownFields[first], ...rest].join('.')
  return theirPath(field, sharedFields)
}
