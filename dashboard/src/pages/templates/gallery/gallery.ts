/** Ten templates to start from. Large, so load it on demand. */
import { alert } from './alert.ts'
import { announcement } from './announcement.ts'
import { digest } from './digest.ts'
import { feedback } from './feedback.ts'
import { company, type GalleryTemplate } from './frame.ts'
import { invite } from './invite.ts'
import { invoice } from './invoice.ts'
import { receipt } from './receipt.ts'
import { reset } from './reset.ts'
import { verify } from './verify.ts'
import { welcome } from './welcome.ts'

export const gallery: readonly GalleryTemplate[] = [
  welcome,
  verify,
  reset,
  receipt,
  invoice,
  digest,
  invite,
  alert,
  announcement,
  feedback,
]

/** The template with the name of another company. The name is inserted as text, whatever characters it has. */
export function ofCompany(template: GalleryTemplate, name: string): GalleryTemplate {
  const plain = name.replaceAll(/[{}\p{Cc}]/gu, '').trim()
  if (plain === '') return template
  const marked = plain
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return {
    ...template,
    subject: template.subject.replaceAll(company, () => plain),
    text: template.text.replaceAll(company, () => plain),
    mjml: template.mjml.replaceAll(company, () => marked),
  }
}
