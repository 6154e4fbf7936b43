/** Processes untrusted text in one pool of child processes, shared by this whole process. */
import type { Logger } from 'pino'
import { type TemplateText, templateText } from '#resources/messages/templates/template-text.ts'
import { openTextPool } from '#text-pool/pool.ts'
import { type MailText, mailText } from './mail.ts'

export type ForeignText = AsyncDisposable & { templateText: TemplateText; mail: MailText }

export function openForeignText(log: Logger): ForeignText {
  const pool = openTextPool({ entry: new URL('./child.ts', import.meta.url), log })
  return {
    templateText: templateText(pool.run),
    mail: mailText(pool.run),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}
