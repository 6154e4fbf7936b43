import type { GivenProperties } from '@posthorn/contract/audience/contact-properties'
import type { Fault } from '@posthorn/contract/errors'
import type { WorkflowStep } from '@posthorn/contract/workflows/steps'
import { Refusal } from '#core/refusal.ts'
import { readProperties } from '#resources/audience/contacts/properties.ts'
import { checkCondition } from './check-condition.ts'
import { checkDelay } from './check-delay.ts'
import { checkSendEmail, checkSendSms } from './check-send.ts'
import { checkWait } from './check-wait.ts'
import { checkWebhook } from './check-webhook.ts'
import { type Context, checkTopic } from './context.ts'
import type { Step } from './definition.ts'
import { addFault, type Field, inside } from './field.ts'

function checkProperties(field: Field, given: GivenProperties | undefined, { fields }: Context): void {
  const read = readProperties(fields, given ?? {})
  if (!(read instanceof Refusal)) return
  // `as`: the details of this refusal are faults with paths.
  for (const { path, message } of read.details as Fault[])
    addFault({ ...field, path: path.replace(/^properties/, field.path) }, message)
}

/** Checks what a schema cannot express. `field` is the step's config. */
export function checkConfig({ key, ...step }: WorkflowStep, field: Field, context: Context): Step {
  const { type, config } = step
  switch (type) {
    case 'send_email':
      return { key, type, config: checkSendEmail(field, config, context) }
    case 'send_sms':
      return { key, type, config: checkSendSms(field, config, context) }
    case 'wait_for_event':
      return { key, type, config: checkWait(field, config, context) }
    case 'delay':
      checkDelay(field, config)
      return { key, type, config }
    case 'condition':
      checkCondition(field, config, context)
      return { key, type, config }
    case 'add_to_topic':
    case 'remove_from_topic':
      checkTopic(inside(field, 'topic_id'), config.topic_id, context.references)
      return { key, type, config }
    case 'webhook':
      checkWebhook(field, config, context)
      return { key, type, config }
    case 'update_contact':
      checkProperties(inside(field, 'properties'), config.properties, context)
      return { key, type, config }
    case 'exit':
      return { key, type, config: config ?? {} }
  }
}
