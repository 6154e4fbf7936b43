/**
 * The copy of one recipient: links that record clicks, a pixel that records opens, and unsubscribe links. The same recipient gets
 * the same bytes at every attempt.
 */

import { domainOf } from '#core/addresses/email-address.ts'
import {
  type Copy,
  clickToken,
  honeypotToken,
  openToken,
  type TokenKey,
  unsubscribeToken,
} from '#resources/messages/engagement/tokens.ts'
import { recipientLinks } from '#resources/messages/templates/scope.ts'
import type { EditHtml, HtmlMarks } from '#transports/transport.ts'
import { htmlShowsLink, textShowsLink } from '../broadcast-rules/visible-link.ts'
import type { Content, Personal } from '../content/content-store.ts'
import { withDefaults } from './default-headers.ts'

export type Personalizing = {
  key: TokenKey
  changeHtml: EditHtml['change']
  /** The places in the html that are tracked; null when it is not tracked. */
  marks: HtmlMarks | null
  /** The base URL of our pages for readers, without a slash at its end. */
  base: string
  unsubscribeMailbox: string | null
}

export const isPersonal = ({ trackOpens, trackClicks, unsubscribe }: Personal): boolean =>
  trackOpens || trackClicks || unsubscribe

/** Whether the html differs for each recipient, apart from the unsubscribe links. */
export const isTracked = ({ trackOpens, trackClicks }: Personal): boolean => trackOpens || trackClicks

type Email = Personal & { messageStream: string; topicId?: string | null }

export function personalize(email: Email, content: Content, copy: Copy, parts: Personalizing): Content {
  const { key, base, unsubscribeMailbox } = parts
  const ownPage = `${base}/u/${unsubscribeToken(key, copy)}`
  const fill = (text: string) =>
    Object.values(recipientLinks).reduce((filled, link) => filled.replaceAll(link, ownPage), text)
  const html =
    content.html && (parts.marks ? track(email, content.html, parts.marks, fill, copy, parts) : fill(content.html))
  const text = content.text === null ? null : fill(content.text)
  if (email.messageStream !== 'broadcast') return { ...content, html, text }
  const shown = {
    html: html === null || htmlShowsLink(content.html ?? '') ? html : withHtmlFooter(html, ownPage),
    text: text === null || textShowsLink(content.text ?? '') ? text : withTextFooter(text, ownPage),
  }
  const list = listHeaders(ownPage, unsubscribeMailbox)
  const headers = withDefaults(without(content.headers, list), bulkHeaders(email, content, copy))
  return { ...content, ...shown, headers: { ...headers, ...list } }
}

/** The unsubscribe headers are always ours: a second header of the same name would break them. */
function without(headers: Content['headers'], taken: Record<string, string>): Record<string, string> {
  const names = new Set(Object.keys(taken).map(name => name.toLowerCase()))
  return Object.fromEntries(Object.entries(headers ?? {}).filter(([name]) => !names.has(name.toLowerCase())))
}

/** Adds a line with the unsubscribe link at the end of a part of a broadcast that shows none. */
function withHtmlFooter(html: string, ownPage: string): string {
  const line = `<p style="font-size:12px;color:#666666"><a href="${ownPage}" style="color:#666666">Unsubscribe</a></p>`
  let end: number | undefined
  // Not in lower case: İ is longer there.
  for (const { index } of html.matchAll(/<\/body/gi)) end = index
  return end === undefined ? `${html}\n${line}` : `${html.slice(0, end)}${line}\n${html.slice(end)}`
}

const withTextFooter = (text: string, ownPage: string): string =>
  `${text.replace(/\n$/, '')}\n\nUnsubscribe: ${ownPage}\n`

/**
 * The list of a broadcast (RFC 2919), and the id by which receivers tell complaints about it apart. Headers of the sender win.
 * Gmail counts by the last four parts of a Feedback-ID; the first one is for us, when a complaint quotes nothing else.
 */
function bulkHeaders(
  { topicId }: Email,
  { fromAddress }: Content,
  { environmentId, emailId }: Copy,
): Record<string, string> {
  const list = topicId ?? 'broadcast'
  return {
    'List-Id': `<${list}.${domainOf(fromAddress)}>`,
    'Feedback-ID': `${emailId}:${list}:${environmentId}:broadcast:posthorn`,
  }
}

/** Our tokens stay in this process: the marks say where they belong. */
function track(
  email: Email,
  html: string,
  marks: HtmlMarks,
  fill: (text: string) => string,
  copy: Copy,
  { key, changeHtml, base }: Personalizing,
): string {
  // Our own pages count their visits themselves.
  const toAddress = (url: string) => {
    const token = url.startsWith(`${base}/u/`) ? undefined : clickToken(key, copy, url)
    return token && `${base}/t/c/${token}`
  }
  return changeHtml(html, marks, {
    toAddress: email.trackClicks ? toAddress : () => undefined,
    ...(email.trackClicks && { honeypot: `${base}/t/c/${honeypotToken(key, copy)}` }),
    ...(email.trackOpens && { pixel: `${base}/t/o/${openToken(key, copy)}` }),
    fill,
  })
}

/** RFC 8058: mail programs show a button, and one click is enough. */
const listHeaders = (ownPage: string, mailbox: string | null) => ({
  'List-Unsubscribe': `<${ownPage}>${mailbox === null ? '' : `, <mailto:${mailbox}?subject=unsubscribe>`}`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
