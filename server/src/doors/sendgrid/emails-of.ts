/** One email for each personalization, as our own API takes them. */
import { operations } from '@posthorn/contract/all-operations'
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import { isId } from '#core/id.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import { given } from '#validation/optional.ts'
import type { Mail, Personalization } from './mail-request.ts'
import { replacer } from './substitutions.ts'

type Attachments = NonNullable<EmailSend['attachments']>

/** What is said once counts for each recipient: together as much as our own batch takes. */
const maxCharacters = operations.sendEmailBatch.bodyLimit
/** Of text that is searched for substitutions. */
const maxSearched = 10 * 1024 * 1024

export async function emailsOf(mail: Mail): Promise<EmailSend[]> {
  refuseLeftOut(mail)
  const content = contentOf(mail)
  const attachments = attachmentsOf(mail)
  const shared = {
    ...templateOf(mail),
    ...streamOf(mail),
    ...given({ reply_to: replyTo(mail), batch_id: mail.batch_id }),
    ...(attachments.length > 0 && { attachments }),
    ...trackingOf(mail),
  }
  const takeRoom = roomOf(maxCharacters)
  const takeSearch = roomOf(maxSearched)
  const files = attachments.reduce((sum, { content }) => sum + content.length, 0)
  const emails: EmailSend[] = []
  for (const personalization of mail.personalizations) {
    const texts = { ...content, ...given({ subject: personalization.subject ?? mail.subject }) }
    const length = Object.values(texts).reduce((sum, text) => sum + text.length, 0)
    takeRoom(files + length)
    if (personalization.substitutions) takeSearch(length)
    const replace = replacer(personalization.substitutions ?? {}, takeRoom)
    // `as`: whether all that is needed is there is for our own schema to say.
    emails.push({ ...shared, ...addressed(mail, personalization), ...(await eachOf(texts, replace)) } as EmailSend)
  }
  return emails
}

/** What would change an email if it were passed over in silence. */
function refuseLeftOut({ sections, mail_settings, content }: Mail): void {
  if (sections && Object.keys(sections).length > 0)
    throw invalid({ path: 'sections', message: 'are not known here: put their text into substitutions' })
  if (mail_settings?.footer?.enable)
    throw invalid({ path: 'mail_settings.footer', message: 'is not known here: put the footer into content' })
  const index = (content ?? []).findIndex(({ type }) => !Object.hasOwn(fieldOf, type))
  if (index >= 0) throw invalid({ path: `content.${index}.type`, message: 'must be text/plain or text/html' })
}

const fieldOf: Record<string, 'text' | 'html'> = { 'text/plain': 'text', 'text/html': 'html' }

/** A template brings its own. */
function contentOf({ content, template_id }: Mail): { text?: string; html?: string } {
  if (template_id) return {}
  return Object.fromEntries((content ?? []).map(({ type, value }) => [fieldOf[type], value]))
}

/** The client takes a template for a dynamic one if its id begins with d-. By any other id it is one of ours with that name. */
function templateOf({ template_id: named }: Mail): Pick<EmailSend, 'template_id' | 'template_friendly_name'> {
  if (!named) return {}
  const id = named.replace(/^d-/, '')
  return isId(id) ? { template_id: id } : { template_friendly_name: named }
}

/** Whoever gets it may unsubscribe: only a broadcast has the link for it. */
function streamOf({ asm, tracking_settings }: Mail): Pick<EmailSend, 'message_stream' | 'topic_id'> {
  if (!asm && !tracking_settings?.subscription_tracking?.enable) return {}
  return { message_stream: 'broadcast', ...(typeof asm?.group_id === 'string' && { topic_id: asm.group_id }) }
}

const replyTo = ({ reply_to, reply_to_list }: Mail): string[] | undefined =>
  emailsIn(reply_to_list) ?? (reply_to ? [reply_to.email] : undefined)

const attachmentsOf = ({ attachments }: Mail): Attachments =>
  (attachments ?? []).map(({ content, filename, type, disposition, content_id }) => ({
    content,
    filename,
    ...given({ type, disposition, contentId: content_id?.replace(/^<(.*)>$/, '$1') }),
  }))

const trackingOf = ({ tracking_settings }: Mail) =>
  given({
    track_opens: tracking_settings?.open_tracking?.enable,
    track_clicks: tracking_settings?.click_tracking?.enable,
  })

function addressed(mail: Mail, one: Personalization) {
  const from = one.from ?? mail.from
  const headers = { ...mail.headers, ...one.headers }
  const tags = [...(mail.categories ?? []), ...wordsOf({ ...mail.custom_args, ...one.custom_args })]
  const sendAt = one.send_at ?? mail.send_at
  return {
    to: emailsIn(one.to),
    ...given({
      from: from?.email,
      from_name: from?.name,
      cc: emailsIn(one.cc),
      bcc: emailsIn(one.bcc),
      variables: mail.template_id && one.dynamic_template_data,
      scheduled_for: sendAt ? new Date(sendAt * 1_000).toISOString() : undefined,
    }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(tags.length > 0 && { tags }),
  }
}

/** Our recipients have no names. */
const emailsIn = (addresses: Personalization['cc']): string[] | undefined =>
  addresses && addresses.length > 0 ? addresses.map(({ email }) => email) : undefined

/** A tag of ours is one word. */
const wordsOf = (args: Record<string, string>): string[] =>
  Object.entries(args).map(([name, value]) => (value === '' ? name : `${name}:${value}`))

async function eachOf(texts: Record<string, string>, replace: (text: string) => Promise<string>) {
  const replaced: Record<string, string> = {}
  for (const [name, text] of Object.entries(texts)) replaced[name] = await replace(text)
  return replaced
}

function roomOf(most: number) {
  let left = most
  return (characters: number) => {
    left -= characters
    if (left < 0) throw new Refusal('payload_too_large', { message: tooMuch })
  }
}

const tooMuch = 'The content of all personalizations together is too large. Send it to fewer of them at once.'
