/** Messages made and read: at once when they are small, since that takes time in proportion to them; else in the pool. */

import type { RoleMail } from '#core/addresses/role-mail.ts'
import type { Notice } from '#core/returned-mail.ts'
import { EndedItsProcess, type RunJob, runnerOf } from '#text-pool/job.ts'
import { compose } from '#transports/mime/compose.ts'
import { deriveText } from '#transports/mime/derive-text.ts'
import { inspectHtml } from '#transports/mime/html-facts.ts'
import { changeHtml, findMarks } from '#transports/mime/links.ts'
import type { Compose, DeriveText, EditHtml, InspectHtml, Outgoing } from '#transports/transport.ts'
import type { mailJobs } from './mail-jobs.ts'

export type MailText = {
  compose: Compose
  deriveText: DeriveText
  editHtml: EditHtml
  inspectHtml: InspectHtml
  readReport(message: Buffer, envelopeFrom: string): Promise<Notice[]>
  readRoleMail(message: Buffer, envelopeFrom: string): Promise<RoleMail>
}

/** Characters of html that are read at once: 40 ms at the most, for any html that was tried. */
const maxHtml = 64 * 1024
/** Octets of a message that are encoded at once: 10 ms at the most. */
const maxMessage = 256 * 1024
/** Html may be 5 MiB: half a second on an idle machine. */
const readMs = 3_000
/** A message may be 25 MB. */
const composeMs = 5_000

export function mailText(runJob: RunJob): MailText {
  const run = runnerOf<typeof mailJobs>(runJob)

  return {
    compose: (outgoing, { tenant = '', isolated = false } = {}) =>
      isolated || !isSmall(outgoing) ? run(tenant, 'compose', outgoing, composeMs) : compose(outgoing),
    deriveText: async (html, tenant) =>
      html.length <= maxHtml ? deriveText(html) : orElse('', () => run(tenant, 'deriveText', html, readMs)),
    editHtml: {
      findMarks: async (html, tenant) =>
        html.length <= maxHtml
          ? findMarks(html)
          : orElse(untracked(html), () => run(tenant, 'findMarks', html, readMs)),
      change: changeHtml,
    },
    inspectHtml: async (html, tenant) =>
      html.length <= maxHtml ? inspectHtml(html) : orElse(null, () => run(tenant, 'inspectHtml', html, readMs)),
    // What cannot be read says nothing.
    readReport: (message, envelopeFrom) =>
      orElse([], () => run('inbound mail', 'readReport', { message, envelopeFrom })),
    readRoleMail: (message, envelopeFrom) =>
      orElse({ kind: 'other', from: '', subject: '' }, () =>
        // Apart from what comes back, which must not wait for it.
        run('role mail', 'readRoleMail', { message, envelopeFrom }, readMs),
      ),
  }
}

function isSmall({ html, text, headers, attachments, to, cc }: Outgoing): boolean {
  if (text === null && html !== null && html.length > maxHtml) return false
  const texts = [html ?? '', text ?? '', ...to, ...cc, ...Object.entries(headers).flat()]
  const size =
    texts.reduce((sum, one) => sum + one.length, 0) + attachments.reduce((sum, { content }) => sum + content.length, 0)
  return size <= maxMessage
}

const untracked = (html: string) => ({ links: [], bodyEnd: html.length })

/** What is too much is left out. */
async function orElse<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof EndedItsProcess) return otherwise
    throw error
  }
}
