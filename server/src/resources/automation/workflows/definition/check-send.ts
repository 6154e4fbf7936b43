/** Sends follow the rules of the API: whatever it would refuse is refused here, as far as it can be known in advance. */
import type { Fault } from '@posthorn/contract/errors'
import { isId } from '#core/id.ts'
import { Refusal } from '#core/refusal.ts'
import { readRequest as readEmailRequest } from '#resources/messages/emails/request/read-request.ts'
import { readRequest as readSmsRequest } from '#resources/messages/sms/request.ts'
import { type Context, checkLiquid, checkTopic } from './context.ts'
import type { Config, Given } from './definition.ts'
import { addFault, type Field, inside, isFull } from './field.ts'

const anybody = 'somebody@example.com'
const anyTime = new Date(0)

export function checkSendEmail(field: Field, given: Given<'send_email'>, context: Context): Config<'send_email'> {
  for (const name of ['subject', 'html', 'text'] as const) checkLiquid(inside(field, name), given[name], context)
  checkTopic(inside(field, 'topic_id'), given.topic_id, context.references)
  noteTemplates(field, given, context)
  // Workflow emails are broadcasts by default, so recipients can unsubscribe.
  const email = { ...given, message_stream: given.message_stream ?? ('broadcast' as const) }
  repeatFaults(field, () => readEmailRequest({ ...email, to: anybody }, anyTime))
  return email
}

function noteTemplates(field: Field, email: Given<'send_email'>, { references: { templates } }: Context): void {
  const { template_id: id, template_friendly_name: friendly_name } = email
  const byId = inside(field, 'template_id')
  const byName = inside(field, 'template_friendly_name')
  const variables = { path: inside(field, 'variables').path, values: email.variables ?? {} }
  if (id !== undefined && !isId(id)) addFault(byId, 'must be the id of a template')
  else if (id !== undefined) templates.push({ path: byId.path, id, variables })
  if (friendly_name !== undefined) templates.push({ path: byName.path, friendly_name, variables })
}

export function checkSendSms(field: Field, given: Given<'send_sms'>, context: Context): Config<'send_sms'> {
  const { body, ...rest } = given
  checkLiquid(inside(field, 'body'), body, context)
  // The length is only known once the text is rendered.
  repeatFaults(field, () => readSmsRequest({ ...rest, to: '', ...(body !== undefined && { body: 'text' }) }))
  return given
}

/** Reports refusals of the API's checks with their path in the definition. */
function repeatFaults(field: Field, work: () => unknown): void {
  if (isFull(field)) return
  try {
    work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const faults: readonly Fault[] = Array.isArray(error.details)
      ? error.details
      : [{ path: '', message: error.message }]
    for (const { path, message } of faults) addFault(inside(field, path), message)
  }
}
