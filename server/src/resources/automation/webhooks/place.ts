/** Cursors hold ids. A delivery is found by its position among all events, so that is written like one. */

export function placeOf(position: string): string {
  const hex = BigInt(position).toString(16).padStart(32, '0')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** An id of an event begins with its time, and so with no such row of zeros. */
export const isPlace = (id: string): boolean => id.startsWith('00000000-0000-0000-')

export const positionAt = (place: string): string => BigInt(`0x${place.replaceAll('-', '')}`).toString()
