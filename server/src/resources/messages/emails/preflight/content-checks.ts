/** What receivers expect of the content of an email. Pure. */
import type { PreflightCheck } from '@posthorn/contract/messages/preflight'
import type { HtmlFacts } from '#transports/transport.ts'
import type { Signing } from '../deliver/copy.ts'
import type { Draft } from '../draft.ts'
import { advice, fine, problem } from './check.ts'
import { clientSupport } from './client-support.ts'

export type Examined = {
  draft: Draft
  signing: Pick<Signing, 'linkBase'>
  /** Null without html, and when the html took too long to read. */
  facts: HtmlFacts | null
  /** Bytes of the whole message. */
  size: number
}

/** Gmail shows no more of the html than this, and hides the rest behind a link. */
const clippedAt = 102 * 1024
/** The limit of the large receivers, base64 included. */
const refusedAt = 25 * 1024 * 1024

export const contentChecks = (examined: Examined): PreflightCheck[] => [
  unsubscribe(examined),
  ...(needsLinks(examined.draft) ? [ourLinks(examined)] : []),
  ...htmlChecks(examined),
  wholeSize(examined),
  subject(examined.draft),
]

function unsubscribe({ draft }: Examined): PreflightCheck {
  if (draft.messageStream === 'transactional')
    return fine(
      'unsubscribe',
      'Transactional mail needs no unsubscribe link. Send mail that nobody asked for as a broadcast.',
    )
  return fine('unsubscribe', 'List-Unsubscribe with one click is added, as Gmail and Yahoo require for bulk mail.')
}

const needsLinks = ({ messageStream, trackOpens, trackClicks }: Draft): boolean =>
  messageStream === 'broadcast' || trackOpens || trackClicks

function ourLinks({ signing: { linkBase } }: Examined): PreflightCheck {
  if (linkBase.startsWith('https://')) return fine('links', `Links for unsubscribing and tracking lead to ${linkBase}.`)
  return problem(
    'links',
    `Links for unsubscribing and tracking would lead to ${linkBase}, which readers cannot reach safely. Set POSTHORN_PUBLIC_URL to an https address.`,
  )
}

function htmlChecks({ draft: { html, text }, facts }: Examined): PreflightCheck[] {
  if (html === null) return [fine('text', 'It is plain text, which every mail program shows.')]
  const octets = Buffer.byteLength(html)
  return [
    octets > clippedAt
      ? problem(
          'size',
          `The html has ${kilobytes(octets)}. Gmail cuts it at 102 KB and hides the rest, footer included.`,
        )
      : fine('size', `The html has ${kilobytes(octets)}; Gmail shows up to 102 KB.`),
    text === null
      ? fine('text', 'A plain text version is made from the html.')
      : fine('text', 'It has a plain text version of its own.'),
    ...(facts
      ? factChecks(facts)
      : [advice('html', 'The html took too long to read. Mail programs struggle with it, too.')]),
  ]
}

const removed = ['script', 'form', 'iframe', 'object', 'embed'].map(name => `element:${name}`)

function factChecks(facts: HtmlFacts): PreflightCheck[] {
  const { links, plainLinks, images, silentImages, letters, features } = facts
  return [
    plainLinks > 0
      ? advice('links', `${plainLinks} of ${links} links lead to http:// addresses. Use https://.`)
      : fine('links', `It has ${links} links.`),
    silentImages > 0
      ? advice('images', `${silentImages} of ${images} images have no alt text, which is all that many readers see.`)
      : fine('images', `It has ${images} images.`),
    ...(images > 0 && letters < 100
      ? [
          advice(
            'images',
            'It is nearly all images. Spam filters distrust that; say the most important things as text.',
          ),
        ]
      : []),
    ...(features.some(name => removed.includes(name))
      ? [
          advice(
            'html',
            'It has a script, form, frame or object. Mail programs remove these, and filters distrust them.',
          ),
        ]
      : []),
    clientSupport(facts),
  ]
}

const kilobytes = (octets: number): string => `${Math.ceil(octets / 1024).toLocaleString('en')} KB`

function wholeSize({ size }: Examined): PreflightCheck {
  return size > refusedAt
    ? problem(
        'size',
        `The message has ${kilobytes(size)}. Many receivers take 25 MB at most: send a link to large files.`,
      )
    : fine('size', `The whole message has ${kilobytes(size)}.`)
}

function subject({ subject }: Draft): PreflightCheck {
  const letters = subject.replace(/[^\p{L}]/gu, '')
  if (subject.trim() === '') return advice('subject', 'It has no subject.')
  if (letters.length > 8 && letters === letters.toUpperCase() && letters !== letters.toLowerCase())
    return advice('subject', 'The subject is all capitals, which filters take for shouting.')
  if ([...subject].length > 70)
    return advice('subject', 'The subject is longer than the 70 characters that most programs show.')
  return fine('subject', 'The subject has a good length.')
}
