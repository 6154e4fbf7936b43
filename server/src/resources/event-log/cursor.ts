/** A place as callers hold it: opaque, signed, and of use in its own environment alone. The list and the stream share them. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal } from '#refusal.ts'
import type { Place } from './place.ts'

export type EventCursors = {
  write(environmentId: string, place: Place): string
  read(environmentId: string, cursor: string): Place
}

const signatureBytes = 16
const placeBytes = 16

export function eventCursors(secret: Buffer): EventCursors {
  const sign = (environmentId: string, { xact, position }: Place): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['events', environmentId, String(xact), String(position)]))
      .digest()
      .subarray(0, signatureBytes)

  return {
    write(environmentId, place) {
      const bytes = Buffer.alloc(placeBytes)
      bytes.writeBigUInt64BE(place.xact, 0)
      bytes.writeBigUInt64BE(place.position, 8)
      return Buffer.concat([sign(environmentId, place), bytes]).toString('base64url')
    },

    read(environmentId, cursor) {
      const bytes = Buffer.from(cursor, 'base64url')
      if (bytes.length !== signatureBytes + placeBytes || bytes.toString('base64url') !== cursor)
        throw new Refusal('invalid_cursor')
      const place = { xact: bytes.readBigUInt64BE(signatureBytes), position: bytes.readBigUInt64BE(signatureBytes + 8) }
      if (!timingSafeEqual(bytes.subarray(0, signatureBytes), sign(environmentId, place)))
        throw new Refusal('invalid_cursor')
      return place
    },
  }
}
