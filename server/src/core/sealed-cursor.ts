/**
 * Cursors as callers hold them: nobody else can write one, and nobody can read what is in it. A page ends at some row, and the number
 * of that row may come from a counter that all tenants share.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export type SealedCursors = {
  /** `bound` is what the cursor is good for: the same words are needed to open it. */
  seal(bound: readonly unknown[], place: Buffer): string
  /** Undefined for what was not sealed with this secret, or was bound to something else. */
  open(bound: readonly unknown[], cursor: string): Buffer | undefined
}

const tagBytes = 16

/** The tag signs place and bound, and is the nonce of the encryption (SIV): the same place has the same cursor, and no other does. */
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
      // One spelling only: the decoder passes over what it does not know.
      if (bytes.length < tagBytes || bytes.toString('base64url') !== cursor) return undefined
      const tag = bytes.subarray(0, tagBytes)
      const place = createDecipheriv('aes-256-ctr', hiding, tag).update(bytes.subarray(tagBytes))
      return timingSafeEqual(tag, tagOf(bound, place)) ? place : undefined
    },
  }
}
