/** Cursors hold ids, but deliveries are found by event position, so the position is encoded like an id. */

export function toPositionId(position: string): string {
  const hex = BigInt(position).toString(16).padStart(32, '0')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Event ids begin with a time, so never with this many zeros. */
export const isPositionId = (id: string): boolean => id.startsWith('00000000-0000-0000-')

export const fromPositionId = (place: string): string => BigInt(`0x${place.replaceAll('-', '')}`).toString()
