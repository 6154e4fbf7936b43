/**
 * Cursors that callers can neither forge nor read. They must not be readable, since the row number in a cursor may come from a counter
 * that all tenants share.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export type SealedCursors = {
  /** `bound`: what the cursor is valid for. The same values are needed to open it. */
  seal(bound: readonly unknown[], place: Buffer): string
  /** Undefined for a cursor of another secret, or bound to something else. */
  open(bound: readonly unknown[], cursor: string): Buffer | undefined
}

const tagBytes = 16

/** The tag signs place and bound, and is the nonce of the encryption (SIV): equal places have equal cursors. */
export function sealedCursors(secret: Buffer): SealedCursors {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `posthorn cursors: ${use}`, 32))
  const [signing, hiding] = [keyFor('signature'), keyFor('encryption')]
  const tagOf = (bound: readonly unknown[], place: Buffer): Buffer =>
    createHmac('sha256', signing)
      .update(JSON.stringify(bound))
      .update('\0')
      .update(place)
      .digest()
      .subarray(0, tagBytes)

  return {
    seal(bound, place) {
      const tag = tagOf(bound, place)
      return Buffer.concat([tag, createCipheriv('aes-256-ctr', hiding, tag).update(place)]).toString('base64url')
    },
    open(bound, cursor) {
      const bytes = Buffer.from(cursor, 'base64url')
      // Only the canonical spelling: the decoder skips unknown characters.
      if (bytes.length < tagBytes || bytes.toString('base64url') !== cursor) return undefined
      const tag = bytes.subarray(0, tagBytes)
      const place = createDecipheriv('aes-256-ctr', hiding, tag).update(bytes.subarray(tagBytes))
      return timingSafeEqual(tag, tagOf(bound, place)) ? place : undefined
    },
  }
}
