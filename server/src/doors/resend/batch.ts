/** Up to 100 emails. Strict: all or none. Permissive: each is sent on its own, and invalid ones are listed. */
import { invalid, Refusal } from '#core/refusal.ts'
import type { Ask } from '#http/door/door.ts'
import { verdictsOf } from '#http/door/verdicts.ts'
import { compileCheck } from '#validation/check.ts'
import { type FileSources, filesOf } from './attachments.ts'
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
  async function read(item: unknown, prefix: string) {
    const email = readEmail(item, prefix)
    const files = await filesOf(email.attachments ?? [], sources)
    return toEmailSend(email, files, await timeOf(email.scheduled_at, now))
  }
  if (!isPermissive) {
    const body = []
    for (const [index, item] of items.entries()) body.push(await read(item, `${index}.`))
    const { data } = await ask('sendEmailBatch', { body })
    return { data: data.map(({ id }) => ({ id })) }
  }
  // Concurrent sends share a group commit.
  const verdicts = await verdictsOf(items, async (item, part) => ask('sendEmail', { body: await read(item, ''), part }))
  return {
    data: verdicts.flatMap(verdict => (verdict instanceof Refusal ? [] : [{ id: verdict.id }])),
    errors: verdicts.flatMap((verdict, index) =>
      verdict instanceof Refusal ? [{ index, message: sentenceOf(verdict) }] : [],
    ),
  }
}

function readEmail(item: unknown, prefix: string): Email {
  const faults = check(item, 0)
  if (faults.length > 0) throw invalid(...faults.map(fault => ({ ...fault, path: `${prefix}${fault.path}` })))
  // `as`: just checked.
  return item as Email
}
