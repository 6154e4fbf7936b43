/** An event position as a sealed cursor for callers, valid only in its environment. The list and the stream share these cursors. */
import { Refusal } from '#core/refusal.ts'
import { sealedCursors } from '#core/sealed-cursor.ts'
import type { EventPosition } from './event-position.ts'

export type EventCursors = {
  write(environmentId: string, place: EventPosition): string
  read(environmentId: string, cursor: string): EventPosition
}

const placeBytes = 16

export function eventCursors(secret: Buffer): EventCursors {
  const { seal, open } = sealedCursors(secret)
  const bound = (environmentId: string) => ['events', environmentId]

  return {
    write: (environmentId, place) => seal(bound(environmentId), toBytes(place)),

    read(environmentId, cursor) {
      const bytes = open(bound(environmentId), cursor)
      if (bytes?.length !== placeBytes) throw new Refusal('invalid_cursor')
      return toPlace(bytes)
    },
  }
}

function toBytes({ xact, position }: EventPosition): Buffer {
  const bytes = Buffer.alloc(placeBytes)
  bytes.writeBigUInt64BE(xact, 0)
  bytes.writeBigUInt64BE(position, 8)
  return bytes
}

const toPlace = (bytes: Buffer): EventPosition => ({
  xact: bytes.readBigUInt64BE(0),
  position: bytes.readBigUInt64BE(8),
})
