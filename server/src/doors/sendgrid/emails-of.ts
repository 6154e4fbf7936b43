/** Converts a mail to one of our emails per personalization. */
import { operations } from '@posthorn/contract/all-operations'
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import { isId } from '#core/id.ts'
import { withoutLineBreaks } from '#core/line-breaks.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import { given } from '#validation/optional.ts'
import type { Mail, Personalization } from './mail-request.ts'
import { fieldOf, refuseUnfit } from './refuse-unfit.ts'
import { replacer } from './substitutions.ts'
import { toOwnLinks } from './unsubscribe-tags.ts'

type Attachments = NonNullable<EmailSend['attachments']>

/** Shared content counts once per personalization. The total limit is that of our own batch. */
const maxCharacters = operations.sendEmailBatch.bodyLimit
/** The limit of text to search for substitutions. */
const maxSearched = 10 * 1024 * 1024

export async function emailsOf(mail: Mail): Promise<EmailSend[]> {
  refuseUnfit(mail)
  const content = contentOf(mail)
  const attachments = attachmentsOf(mail)
  const shared = {
    ...templateOf(mail),
    ...streamOf(mail),
    ...given({ reply_to: replyTo(mail), batch_id: mail.batch_id }),
    ...(attachments.length > 0 && { attachments }),
    ...trackingOf(mail),
  }
  const chargeContent = budgetOf(maxCharacters)
  const chargeSearch = budgetOf(maxSearched)
  const files = attachments.reduce((sum, { content }) => sum + content.length, 0)
  const emails: EmailSend[] = []
  for (const [nth, personalization] of mail.personalizations.entries()) {
    const texts = { ...content, ...given({ subject: personalization.subject || mail.subject }) }
    const args = { ...mail.custom_args, ...personalization.custom_args }
    const length = [...Object.values(texts), ...Object.values(args)].reduce((sum, text) => sum + text.length, 0)
    chargeContent(files + length)
    const substitutions = substitutionsOf(mail, personalization)
    if (Object.keys(substitutions).length > 0) chargeSearch(length)
    const replace = replacer(substitutions, chargeContent)
    // `as`: our own schema checks for missing fields.
    emails.push({
      ...{ ...shared, ...addressed(mail, personalization, await eachOf(args, replace)) },
      ...given({ variables: variablesOf(mail, personalization, nth) }),
      ...(await eachOf(texts, replace)),
    } as EmailSend)
  }
  return emails
}

/** A template has its own content. */
function contentOf({ content, template_id }: Mail): { text?: string; html?: string } {
  if (template_id) return {}
  return Object.fromEntries((content ?? []).map(({ type, value }) => [fieldOf[type], toOwnLinks(value)]))
}

/** The tags of the settings are replaced like the others: by our unsubscribe link, and by nothing, since our image for opens is at the end. */
function substitutionsOf({ tracking_settings }: Mail, { substitutions }: Personalization): Record<string, string> {
  const { subscription_tracking: link, open_tracking: image } = tracking_settings ?? {}
  const own = Object.entries(substitutions ?? {}).map(([name, value]) => [name, toOwnLinks(String(value))])
  return {
    ...Object.fromEntries(own),
    ...(link?.enable && link.substitution_tag && { [link.substitution_tag]: '{{ unsubscribe_url }}' }),
    ...(image?.enable && image.substitution_tag && { [image.substitution_tag]: '' }),
  }
}

/** For a template whose id does not begin with d-, the client sends substitutions instead of data: -name- is the variable name. */
function variablesOf({ template_id }: Mail, { dynamic_template_data, substitutions }: Personalization, nth: number) {
  if (!template_id || dynamic_template_data || !substitutions) return template_id && dynamic_template_data
  const entries = Object.entries(substitutions).map(([written, value]) => {
    const name = /^[^\w]{0,10}([A-Za-z_]\w{0,99})[^\w]{0,10}$/.exec(written)?.[1]
    if (name) return [name, value] as const
    const message = `names ${written}, which cannot be a variable of a template: use dynamic_template_data`
    throw invalid({ path: `personalizations.${nth}.substitutions`, message })
  })
  return Object.fromEntries(entries)
}

/** The client treats a template as dynamic when its id begins with d-. Any other id is the name of one of our templates. */
function templateOf({ template_id: named }: Mail): Pick<EmailSend, 'template_id' | 'template_friendly_name'> {
  if (!named) return {}
  const id = named.replace(/^d-/, '')
  return isId(id) ? { template_id: id } : { template_friendly_name: named }
}

/** Recipients must be able to unsubscribe, and only a broadcast has the link for it. */
function streamOf({ asm, tracking_settings }: Mail): Pick<EmailSend, 'message_stream' | 'topic_id'> {
  if (!asm && !tracking_settings?.subscription_tracking?.enable) return {}
  return { message_stream: 'broadcast', ...(typeof asm?.group_id === 'string' && { topic_id: asm.group_id }) }
}

const replyTo = ({ reply_to, reply_to_list }: Mail): string[] | undefined =>
  emailsIn(reply_to_list) ?? (reply_to ? [reply_to.email] : undefined)

const attachmentsOf = ({ attachments }: Mail): Attachments =>
  (attachments ?? []).map(({ content, filename, type, disposition, content_id }) => ({
    content: withoutLineBreaks(content),
    filename,
    ...given({ type, disposition, contentId: content_id?.replace(/^<(.*)>$/, '$1') }),
  }))

const trackingOf = ({ tracking_settings }: Mail) =>
  given({
    track_opens: tracking_settings?.open_tracking?.enable,
    track_clicks: tracking_settings?.click_tracking?.enable,
  })

function addressed(mail: Mail, one: Personalization, args: Record<string, string>) {
  const from = one.from ?? mail.from
  const headers = { ...mail.headers, ...one.headers }
  const tags = [...(mail.categories ?? []), ...wordsOf(args)]
  const sendAt = one.send_at ?? mail.send_at
  return {
    to: emailsIn(one.to),
    ...given({
      from: from?.email,
      from_name: from?.name,
      cc: emailsIn(one.cc),
      bcc: emailsIn([...(one.bcc ?? []), ...copyTo(mail)]),
      scheduled_for: sendAt ? new Date(sendAt * 1_000).toISOString() : undefined,
    }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(tags.length > 0 && { tags }),
  }
}

const copyTo = ({ mail_settings }: Mail) => {
  const { enable, email } = mail_settings?.bcc ?? {}
  return enable && email ? [{ email }] : []
}

/** Our recipients have no display names. */
const emailsIn = (addresses: Personalization['cc']): string[] | undefined =>
  addresses && addresses.length > 0 ? addresses.map(({ email }) => email) : undefined

/** Our tags are one word. */
const wordsOf = (args: Record<string, string>): string[] =>
  Object.entries(args).map(([name, value]) => (value === '' ? name : `${name}:${value}`))

async function eachOf(texts: Record<string, string>, replace: (text: string) => Promise<string>) {
  const replaced: Record<string, string> = {}
  for (const [name, text] of Object.entries(texts)) replaced[name] = await replace(text)
  return replaced
}

function budgetOf(limit: number) {
  let left = limit
  return (characters: number) => {
    left -= characters
    if (left < 0) throw new Refusal('payload_too_large', { message: tooMuch })
  }
}

const tooMuch = 'The content of all personalizations together is too large. Send fewer personalizations at once.'
