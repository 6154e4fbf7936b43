/** The jobs on messages that run in a separate process. */

import type { RoleMail } from '#core/addresses/role-mail.ts'
import type { Notice } from '#core/returned-mail.ts'
import { openMessage } from '#transports/inbound-mail/open-message.ts'
import { readReport } from '#transports/inbound-mail/read.ts'
import { readRoleMail } from '#transports/inbound-mail/read-role-mail.ts'
import { compose } from '#transports/mime/compose.ts'
import { deriveText } from '#transports/mime/derive-text.ts'
import { inspectHtml } from '#transports/mime/html-facts.ts'
import { findMarks } from '#transports/mime/links.ts'
import type { OpenedMessage, Outgoing } from '#transports/transport.ts'

export const mailJobs = {
  compose: (outgoing: Outgoing): Promise<Buffer> => compose(outgoing),
  deriveText,
  findMarks,
  inspectHtml,
  openMessage: (message: Buffer): Promise<OpenedMessage | null> => openMessage(message),
  readReport: ({ message, envelopeFrom }: { message: Buffer; envelopeFrom: string }): Promise<Notice[]> =>
    readReport(message, envelopeFrom),
  readRoleMail: ({ message, envelopeFrom }: { message: Buffer; envelopeFrom: string }): Promise<RoleMail> =>
    readRoleMail(message, envelopeFrom),
}
