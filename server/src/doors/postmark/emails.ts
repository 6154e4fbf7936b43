import type { EmailAccepted } from '@posthorn/contract/messages/email-replies'
import { Type } from 'typebox'
import { invalid, Refusal } from '#core/refusal.ts'
import { type Ask, type DoorOperation, doorOperation } from '#http/door/door.ts'
import { verdictsOf } from '#http/door/verdicts.ts'
import { compileCheck } from '#validation/check.ts'
import { withNamesOf } from '#validation/names-in-any-case.ts'
import { addressesIn } from './address-list.ts'
import { Email, toEmailSend } from './email-request.ts'
import { describe } from './errors.ts'

const Emails = Type.Array(Type.Unknown(), { minItems: 1, maxItems: 500 })

const single = (path: string): DoorOperation =>
  doorOperation({
    method: 'POST',
    path,
    standsFor: 'sendEmail',
    body: Email,
    answer: ({ body, ask }) => send(body, ask),
  })

export const emailOperations: DoorOperation[] = [
  single('/email'),
  single('/email/withTemplate'),
  doorOperation({
    method: 'POST',
    path: '/email/batch',
    standsFor: 'sendEmailBatch',
    body: Emails,
    answer: ({ body, ask }) => sendEach(body, ask),
  }),
  doorOperation({
    method: 'POST',
    path: '/email/batchWithTemplates',
    standsFor: 'sendEmailBatch',
    body: Type.Object({ Messages: Emails }),
    answer: ({ body, ask }) => sendEach(body.Messages, ask),
  }),
]

async function send(email: Email, ask: Ask, part?: number) {
  const body = toEmailSend(email)
  const accepted = await ask('sendEmail', { body, ...(part !== undefined && { part }) })
  refuseAllInactive(email, accepted)
  const { To, Cc, Bcc } = email
  return {
    ...(To && { To }),
    ...(Cc && { Cc }),
    ...(Bcc && { Bcc }),
    SubmittedAt: accepted.created_at,
    MessageID: accepted.id,
    ErrorCode: 0,
    Message: messageOf(accepted),
  }
}

const check = compileCheck(Email, 'body')

/** Each email is sent on its own, and has its own result. */
async function sendEach(items: readonly unknown[], ask: Ask) {
  const verdicts = await verdictsOf(items, async (given, part) => {
    const item = withNamesOf(Email, given)
    const faults = check(item, 0)
    if (faults.length > 0) throw invalid(...faults)
    // `as`: just checked.
    return send(item as Email, ask, part)
  })
  return verdicts.map(verdict => (verdict instanceof Refusal ? describe(verdict).body : verdict))
}

/** Postmark refuses such an email; we store it with the status suppressed. */
function refuseAllInactive({ To, Cc, Bcc }: Email, { suppressed_recipients }: EmailAccepted): void {
  if (suppressed_recipients.length === 0) return
  const inactive = new Set(suppressed_recipients.map(address => address.toLowerCase()))
  const all = [To, Cc, Bcc].flatMap(list => addressesIn(list) ?? [])
  if (!all.every(address => inactive.has(address.toLowerCase()))) return
  throw new Refusal('recipient_opted_out', { message: `Nothing is sent. Found ${listOf(all)}` })
}

const messageOf = ({ suppressed_recipients: inactive }: EmailAccepted): string =>
  inactive.length === 0 ? 'OK' : `OK, but nothing is sent to these ${listOf(inactive)}`

/** Clients read the addresses between these words. */
const listOf = (addresses: readonly string[]): string =>
  `inactive addresses: ${addresses.join(', ')}. Inactive recipients are on the suppression list.`
