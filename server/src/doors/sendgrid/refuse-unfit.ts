/** What a mail must have and must not have, in SendGrid's words, since content and subject are in other places there. */
import { invalid } from '#core/refusal.ts'
import type { Mail } from './mail-request.ts'

export const fieldOf: Record<string, 'text' | 'html'> = { 'text/plain': 'text', 'text/html': 'html' }

export function refuseUnfit(mail: Mail): void {
  refuseLeftOut(mail)
  refuseIncomplete(mail)
}

/** Refuses fields that would change an email if they were ignored. */
function refuseLeftOut({ sections, mail_settings, content }: Mail): void {
  if (sections && Object.keys(sections).length > 0)
    throw invalid({ path: 'sections', message: 'are not supported here: put their text into substitutions' })
  if (mail_settings?.footer?.enable)
    throw invalid({ path: 'mail_settings.footer', message: 'is not supported here: put the footer into content' })
  const index = (content ?? []).findIndex(({ type }) => !Object.hasOwn(fieldOf, type))
  if (index >= 0) throw invalid({ path: `content.${index}.type`, message: 'must be text/plain or text/html' })
}

/** In SendGrid's words, since content and subject are in other places there. */
function refuseIncomplete({ content, template_id, subject, personalizations, mail_settings }: Mail): void {
  const { enable, email } = mail_settings?.bcc ?? {}
  if (enable && !email) throw invalid({ path: 'mail_settings.bcc.email', message: 'must be given when bcc is enabled' })
  if (template_id) return
  if (!content || content.length === 0)
    throw invalid({
      path: 'content',
      message: 'must have an entry of type text/plain or text/html, or give a template_id',
    })
  const empty = content.findIndex(({ value }) => value === '')
  if (empty >= 0) throw invalid({ path: `content.${empty}.value`, message: 'must not be empty: leave the entry out' })
  if (new Set(content.map(({ type }) => type)).size < content.length)
    throw invalid({ path: 'content', message: 'must not repeat a type' })
  const without = personalizations.flatMap((one, index) => (one.subject || subject ? [] : [index]))
  if (without.length === personalizations.length)
    throw invalid({ path: 'subject', message: 'must be given, here or in each personalization' })
  const message = 'must be given, here or for all personalizations as subject'
  if (without.length > 0)
    throw invalid(...without.map(index => ({ path: `personalizations.${index}.subject`, message })))
}
