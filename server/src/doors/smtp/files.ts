/** Files of a message that is taken apart, with names and content ids as the API takes them. Mail programs write others, too. */
import { hash } from 'node:crypto'
import type { EmailSend } from '@posthorn/contract/messages/email-requests'

export type File = { filename: string; type: string; contentId: string | null; inline: boolean; content: Buffer }
type Attachments = NonNullable<EmailSend['attachments']>

export const toAttachments = (files: readonly File[]): Attachments => files.map(toAttachment)

const toAttachment = ({ filename, type, contentId, inline, content }: File, index: number): Attachments[number] => ({
  filename: usableName(filename, index),
  content: content.toString('base64'),
  type,
  ...(contentId !== null && { contentId }),
  disposition: inline ? 'inline' : 'attachment',
})

/** Also without the signs by which fdp.exe is shown as exe.pdf. */
function usableName(written: string, index: number): string {
  const filename = written.replace(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, '_')
  return /^(?:\s*|\.\.?)$/.test(filename) ? `part-${index + 1}` : shortened(filename)
}

const maxNameBytes = 255

/** Keeps the end of a long name, by which programs know how to open the file. */
function shortened(filename: string): string {
  const ending = /\.[^.]{1,20}$/.exec(filename)?.[0] ?? ''
  const room = maxNameBytes - Buffer.byteLength(ending)
  const start = Buffer.from(filename.slice(0, filename.length - ending.length))
  if (start.length <= room) return filename
  // A letter that was cut in half becomes U+FFFD.
  return `${start.toString('utf8', 0, room).replace(/\ufffd$/, '')}${ending}`
}

type Content = { html: string | null; files: readonly File[] }

/** Content ids such as `my logo.png` or `image:1` are replaced, in the page as well. Of files with the same id, the first keeps it. */
export function withValidIds<T extends Content>(content: T): T {
  const ids = new Set<string>()
  const files = content.files.map(file => {
    const contentId = file.contentId === null || ids.has(file.contentId) ? null : file.contentId
    if (contentId !== null) ids.add(contentId)
    return { ...file, contentId: contentId && validId(contentId) }
  })
  return { ...content, files, html: content.html && withValidLinks(content.html, [...ids]) }
}

/** The API refuses more files. */
const maxFiles = 50
const maxIdLength = 255
/** More than any page has. Each takes time in the process that answers requests. */
const maxLinks = 10_000

/** RFC 5322, 3.2.3, and @. */
const isValid = (id: string): boolean => id.length <= maxIdLength && /^[\w!#$%&'*+/=?^`{|}~.@-]+$/.test(id)

const validId = (id: string): string => (isValid(id) ? id : hash('sha256', id, 'hex').slice(0, 32))

function withValidLinks(html: string, ids: readonly string[]): string {
  const replaced = ids.filter(id => !isValid(id) && id.length <= maxIdLength)
  if (replaced.length === 0 || ids.length > maxFiles) return html
  const spellings = new Map(replaced.flatMap(id => spellingsOf(id).map(written => [written, validId(id)] as const)))
  // The longest first: one id may be the beginning of another.
  const written = [...spellings.keys()].toSorted((a, b) => b.length - a.length).map(literally)
  const pieces: string[] = []
  let done = 0
  for (const { index, 0: link, 1: id = '' } of html.matchAll(new RegExp(`cid:(${written.join('|')})`, 'g'))) {
    if (pieces.length === 2 * maxLinks) break
    pieces.push(html.slice(done, index), `cid:${spellings.get(id)}`)
    done = index + link.length
  }
  return pieces.join('') + html.slice(done)
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** RFC 2392: a link has the id in percent-encoding. Not all programs do that. */
function spellingsOf(id: string): string[] {
  const [uri, component] = [encodeURI(id.toWellFormed()), encodeURIComponent(id.toWellFormed())]
  const inSmall = component.replace(/%../g, octet => octet.toLowerCase())
  return [id, uri, component, inSmall].flatMap(written => [written, written.replaceAll('&', '&amp;')])
}
