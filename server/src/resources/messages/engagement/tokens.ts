/**
 * The token in the addresses of pixels and links: the copy and, for a link, its target. It is sealed with the secret of the
 * installation, so that nobody else can make one and reading one needs no query.
 */
import { timingSafeEqual } from 'node:crypto'
import { type Seal, sealer } from './seal.ts'

/** One recipient of an email, numbered as in deliveries. */
export type Copy = { environmentId: string; emailId: string; nth: number }

/** The honeypot is a link that leads nowhere and that no person sees. */
export type Clicked = Copy & ({ kind: 'link'; link: string } | { kind: 'honeypot' })

type Purpose = 'open' | 'click' | 'unsubscribe' | 'confirm' | 'attachment'

const copyLength = 34
const sealLength = 16

/** A request line has to hold it in base64, and the headers of the request may have 16 KiB together with it. */
const maxLinkLength = 8_000
const maxContentLength = copyLength + maxLinkLength

/** Made once from the secret of the installation. */
export type TokenKey = Seal

/** Seals a word and the content. */
export const tokenKey = (secret: Buffer): TokenKey =>
  sealer(secret, { length: sealLength, longest: maxContentLength + 32 })

export const openToken = (key: TokenKey, copy: Copy): string => sealed(key, 'open', writeCopy(copy))

export const honeypotToken = (key: TokenKey, copy: Copy): string => sealed(key, 'click', writeCopy(copy))

/** Undefined for a link that is too long for a token: it stays unchanged in the mail. */
export function clickToken(key: TokenKey, copy: Copy, link: string): string | undefined {
  const target = Buffer.from(link)
  if (target.length === 0 || target.length > maxLinkLength) return undefined
  return sealed(key, 'click', Buffer.concat([writeCopy(copy), target]))
}

export const unsubscribeToken = (key: TokenKey, copy: Copy): string => sealed(key, 'unsubscribe', writeCopy(copy))

/** Undefined when the token was not made with this key and for this purpose. */
export const readOpenToken = (key: TokenKey, token: string): Copy | undefined => readCopyToken(key, 'open', token)

export const readUnsubscribeToken = (key: TokenKey, token: string): Copy | undefined =>
  readCopyToken(key, 'unsubscribe', token)

/** A request to confirm a subscription, as the link in its email carries it. */
export const confirmToken = (key: TokenKey, { environmentId, id }: { environmentId: string; id: string }): string =>
  sealed(key, 'confirm', writeCopy({ environmentId, emailId: id, nth: 0 }))

export function readConfirmToken(key: TokenKey, token: string): { environmentId: string; id: string } | undefined {
  const copy = readCopyToken(key, 'confirm', token)
  return copy && { environmentId: copy.environmentId, id: copy.emailId }
}

/** A file of an email, by its number, until its link expires. */
export type LinkedFile = Copy & { until: Date }

/** Precise to the second. */
export function attachmentToken(key: TokenKey, { until, ...file }: LinkedFile): string {
  const seconds = Buffer.allocUnsafe(4)
  seconds.writeUInt32BE(Math.floor(until.getTime() / 1_000))
  return sealed(key, 'attachment', Buffer.concat([writeCopy(file), seconds]))
}

export function readAttachmentToken(key: TokenKey, token: string): LinkedFile | undefined {
  const content = unsealed(key, 'attachment', token)
  if (content?.length !== copyLength + 4) return undefined
  return { ...readCopy(content), until: new Date(content.readUInt32BE(copyLength) * 1_000) }
}

function readCopyToken(key: TokenKey, purpose: Purpose, token: string): Copy | undefined {
  const content = unsealed(key, purpose, token)
  return content?.length === copyLength ? readCopy(content) : undefined
}

export function readClickToken(key: TokenKey, token: string): Clicked | undefined {
  const content = unsealed(key, 'click', token)
  if (!content) return undefined
  const { environmentId, emailId, nth } = readCopy(content)
  if (content.length === copyLength) return { environmentId, emailId, nth, kind: 'honeypot' }
  return { environmentId, emailId, nth, kind: 'link', link: content.toString('utf8', copyLength) }
}

function sealed(key: TokenKey, purpose: Purpose, content: Buffer): string {
  return Buffer.concat([seal(key, purpose, content), content]).toString('base64url')
}

function unsealed(key: TokenKey, purpose: Purpose, token: string): Buffer | undefined {
  const octets = Buffer.from(token, 'base64url')
  const content = octets.subarray(sealLength)
  if (content.length < copyLength || content.length > maxContentLength) return undefined
  // Several texts decode to the same octets; only the one that we wrote is a token.
  if (octets.toString('base64url') !== token) return undefined
  return timingSafeEqual(octets.subarray(0, sealLength), seal(key, purpose, content)) ? content : undefined
}

/** The purpose prevents a seal for one thing from being valid for another that is sealed with the same secret. */
const seal = (key: TokenKey, purpose: Purpose, content: Buffer): Buffer => key(`${purpose}\0`, content)

function writeCopy({ environmentId, emailId, nth }: Copy): Buffer {
  const octets = Buffer.allocUnsafe(copyLength)
  octets.write(environmentId.replaceAll('-', ''), 0, 'hex')
  octets.write(emailId.replaceAll('-', ''), 16, 'hex')
  octets.writeUInt16BE(nth, 32)
  return octets
}

const readCopy = (octets: Buffer): Copy => ({
  environmentId: readId(octets, 0),
  emailId: readId(octets, 16),
  nth: octets.readUInt16BE(32),
})

function readId(octets: Buffer, at: number): string {
  const hex = octets.toString('hex', at, at + 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
