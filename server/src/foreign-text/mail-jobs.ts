/** What is done with messages in a process of its own. */

import type { RoleMail } from '#core/addresses/role-mail.ts'
import type { Notice } from '#core/returned-mail.ts'
import { readReport } from '#transports/inbound-mail/read.ts'
import { readRoleMail } from '#transports/inbound-mail/read-role-mail.ts'
import { compose } from '#transports/mime/compose.ts'
import { deriveText } from '#transports/mime/derive-text.ts'
import { inspectHtml } from '#transports/mime/html-facts.ts'
import { findMarks } from '#transports/mime/links.ts'
import type { Outgoing } from '#transports/transport.ts'

export const mailJobs = {
  compose: (outgoing: Outgoing): Promise<Buffer> => compose(outgoing),
  deriveText,
  findMarks,
  inspectHtml,
  readReport: ({ message, envelopeFrom }: { message: Buffer; envelopeFrom: string }): Promise<Notice[]> =>
    readReport(message, envelopeFrom),
  readRoleMail: ({ message, envelopeFrom }: { message: Buffer; envelopeFrom: string }): Promise<RoleMail> =>
    readRoleMail(message, envelopeFrom),
}
