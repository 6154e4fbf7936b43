/** Composes and parses messages: small ones in this process, since the time is proportional to size, others in the pool. */

import type { RoleMail } from '#core/addresses/role-mail.ts'
import type { Notice } from '#core/returned-mail.ts'
import { ProcessCrashed, type RunJob, runnerOf } from '#text-pool/job.ts'
import { compose } from '#transports/mime/compose.ts'
import { deriveText } from '#transports/mime/derive-text.ts'
import { inspectHtml } from '#transports/mime/html-facts.ts'
import { changeHtml, findMarks } from '#transports/mime/links.ts'
import type { Compose, DeriveText, EditHtml, InspectHtml, OpenMessage, Outgoing } from '#transports/transport.ts'
import type { mailJobs } from './mail-jobs.ts'

export type MailText = {
  compose: Compose
  deriveText: DeriveText
  editHtml: EditHtml
  inspectHtml: InspectHtml
  openMessage: OpenMessage
  readReport(message: Buffer, envelopeFrom: string): Promise<Notice[]>
  readRoleMail(message: Buffer, envelopeFrom: string): Promise<RoleMail>
}

/** Characters of html that are parsed in this process: at most 40 ms, for any html tried. */
const maxHtml = 64 * 1024
/** Octets of a message that are encoded in this process: at most 10 ms. */
const maxMessage = 256 * 1024
/** Html may be 5 MiB, which takes half a second on an idle machine. */
const readMs = 3_000
/** A message may be 25 MB. */
const composeMs = 5_000

export function mailText(runJob: RunJob): MailText {
  const run = runnerOf<typeof mailJobs>(runJob)

  return {
    compose: (outgoing, { tenant = '', isolated = false } = {}) =>
      isolated || !isSmall(outgoing) ? run(tenant, 'compose', outgoing, composeMs) : compose(outgoing),
    deriveText: async (html, tenant) =>
      html.length <= maxHtml ? deriveText(html) : orDefault('', () => run(tenant, 'deriveText', html, readMs)),
    editHtml: {
      findMarks: async (html, tenant) =>
        html.length <= maxHtml
          ? findMarks(html)
          : orDefault(untracked(html), () => run(tenant, 'findMarks', html, readMs)),
      change: changeHtml,
    },
    inspectHtml: async (html, tenant) =>
      html.length <= maxHtml ? inspectHtml(html) : orDefault(null, () => run(tenant, 'inspectHtml', html, readMs)),
    // Always in the pool: a line takes 15 µs, and a short message may have many.
    openMessage: (message, tenant) => orDefault(null, () => run(tenant, 'openMessage', message, composeMs)),
    // An unreadable report has no notices.
    readReport: (message, envelopeFrom) =>
      orDefault([], () => run('inbound mail', 'readReport', { message, envelopeFrom })),
    readRoleMail: (message, envelopeFrom) =>
      orDefault({ kind: 'other', from: '', subject: '' }, () =>
        // A tenant of its own, so that bounces do not wait for it.
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

/** Uses the default when the work ended its process. */
async function orDefault<T>(fallback: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProcessCrashed) return fallback
    throw error
  }
}
