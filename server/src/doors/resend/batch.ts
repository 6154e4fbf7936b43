/** Up to 100 emails. Strict: all or none. Permissive: each is sent on its own, and invalid ones are listed. */
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import { invalid, Refusal } from '#core/refusal.ts'
import type { Ask } from '#http/door/door.ts'
import { faultsOf } from '#http/door/faults.ts'
import { verdictsOf } from '#http/door/verdicts.ts'
import { compileCheck } from '#validation/check.ts'
import { type FileSources, filesOf, limitOfBatch } from './attachments.ts'
import { Email, toEmailSend } from './email-request.ts'
import { sentenceOf } from './errors.ts'
import { timeOf } from './schedule.ts'

type How = { now: () => Promise<Date>; isPermissive: boolean; sources: FileSources }

const check = compileCheck(Email, 'body')

export async function sendBatch(
  items: readonly unknown[],
  ask: Ask,
  { now, isPermissive, sources }: How,
): Promise<object> {
  const onFetched = limitOfBatch()
  async function read(item: unknown) {
    const email = readEmail(item)
    const files = await filesOf(email.attachments ?? [], sources, onFetched)
    return toEmailSend(email, files, await timeOf(email.scheduled_at, now))
  }
  const emails = await readEach(items, read, isPermissive)
  if (!isPermissive) {
    const { data } = await ask('sendEmailBatch', { body: emails.map(email => orThrow(email)) })
    return { data: data.map(({ id }) => ({ id })) }
  }
  // Concurrent sends share a group commit.
  const verdicts = await verdictsOf(emails, async (email, part) => ask('sendEmail', { body: orThrow(email), part }))
  return {
    data: verdicts.flatMap(verdict => (verdict instanceof Refusal ? [] : [{ id: verdict.id }])),
    errors: verdicts.flatMap((verdict, index) =>
      verdict instanceof Refusal ? [{ index, message: sentenceOf(verdict) }] : [],
    ),
  }
}

type Read = EmailSend | Refusal

/** One by one, since only a few files may be fetched at once. Strict: the first refusal, which names its email, ends it. */
async function readEach(
  items: readonly unknown[],
  read: (item: unknown) => Promise<EmailSend>,
  isPermissive: boolean,
): Promise<Read[]> {
  const emails: Read[] = []
  for (const [index, item] of items.entries()) {
    const email = await read(item).catch(asRefusal)
    if (email instanceof Refusal && !isPermissive) throw ofEmail(index, email)
    emails.push(email)
  }
  return emails
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

function orThrow(email: Read): EmailSend {
  if (email instanceof Refusal) throw email
  return email
}

function ofEmail(index: number, refusal: Refusal): Refusal {
  const faults = faultsOf(refusal)
  return faults.length === 0 ? refusal : invalid(...faults.map(one => ({ ...one, path: `${index}.${one.path}` })))
}

function readEmail(item: unknown): Email {
  const faults = check(item, 0)
  if (faults.length > 0) throw invalid(...faults)
  // `as`: just checked.
  return item as Email
}
