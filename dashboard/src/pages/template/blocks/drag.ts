/** The geometry of dragging: what is dragged and where it would be dropped. */

/** A block of the list, or a new one. */
export type Dragged = { kind: 'move'; from: number } | { kind: 'new'; name: string }

type Point = { x: number; y: number }
type Span = { top: number; bottom: number }
type Box = Span & { left: number; right: number }

/** Pixels that a pointer may move during a click. */
const slop = 5

export const hasMoved = (from: Point, to: Point): boolean => Math.hypot(to.x - from.x, to.y - from.y) > slop

/** The index of the block that it would be dropped before; undefined outside the list. */
export function placeAt(list: Box, cards: readonly Span[], { x, y }: Point): number | undefined {
  if (x < list.left || x > list.right || y < list.top || y > list.bottom) return undefined
  return cards.filter(({ top, bottom }) => y > (top + bottom) / 2).length
}

/** The distance to the edge at which scrolling starts, and its maximum per frame. Both in pixels. */
const edge = 32
const fastest = 12

/** How far the panel scrolls per frame with the pointer at this height: faster closer to an edge. */
export function scrollStep({ top, bottom }: Span, y: number): number {
  const speed = (distance: number) => Math.round(fastest * Math.min(1, Math.max(0, 1 - distance / edge)))
  return speed(bottom - y) - speed(y - top)
}
