/** Dragging by mouse, pen or touch with pointer events: HTML drag and drop does not support touch everywhere. */
import { type MouseEvent, type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type Dragged, hasMoved, placeAt, scrollStep } from './drag.ts'

type Point = { x: number; y: number }
/** `isDragged` is true once it has moved further than a click would. The state that is drawn follows later. */
type Held = { from: Point; now: Point; isDragged: boolean }

type Options = {
  /** The scrolling element. */
  panel: RefObject<HTMLElement | null>
  /** The element with the cards. */
  list: RefObject<HTMLElement | null>
  onDrop: (dragged: Dragged, before: number) => void
}

/** Touch drags only by this part; anywhere else it scrolls. */
const grip = '[data-grip]'

export function useDrag({ panel, list, onDrop }: Options) {
  const held = useRef<Held>(undefined)
  const wasDragged = useRef(false)
  const [dragged, setDragged] = useState<Dragged>()
  const [before, setBefore] = useState<number>()
  const isDragging = dragged !== undefined

  const place = useCallback((): number | undefined => {
    if (!held.current || !list.current || !panel.current) return undefined
    const cards = [...list.current.querySelectorAll('[data-card]')].map(card => card.getBoundingClientRect())
    const { left, right, top, bottom } = list.current.getBoundingClientRect()
    const seen = panel.current.getBoundingClientRect()
    const box = { left, right, top: Math.max(top, seen.top), bottom: Math.min(bottom, seen.bottom) }
    return placeAt(box, cards, held.current.now)
  }, [list, panel])
  const end = useCallback(() => {
    held.current = undefined
    setDragged(undefined)
    setBefore(undefined)
  }, [])

  useEffect(() => {
    if (!isDragging) return
    const giveUp = ({ key }: KeyboardEvent) => key === 'Escape' && end()
    addEventListener('keydown', giveUp)
    let frame = requestAnimationFrame(function scroll() {
      frame = requestAnimationFrame(scroll)
      if (!panel.current || !held.current) return
      panel.current.scrollBy(0, scrollStep(panel.current.getBoundingClientRect(), held.current.now.y))
      setBefore(place())
    })
    return () => {
      removeEventListener('keydown', giveUp)
      cancelAnimationFrame(frame)
    }
  }, [isDragging, end, panel, place])

  /** The handlers of the button that is dragged. */
  const handlersFor = (what: Dragged) => ({
    onPointerDown: ({
      currentTarget,
      target,
      pointerId,
      pointerType,
      button,
      clientX: x,
      clientY: y,
    }: PointerEvent) => {
      wasDragged.current = false
      const isHeld = pointerType === 'mouse' ? button === 0 : target instanceof Element && target.closest(grip) !== null
      if (!isHeld) return
      // The pointer may have left the button before the next event.
      currentTarget.setPointerCapture(pointerId)
      held.current = { from: { x, y }, now: { x, y }, isDragged: false }
    },
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent) => {
      if (!held.current) return
      held.current.now = { x, y }
      if (held.current.isDragged || !hasMoved(held.current.from, { x, y })) return
      held.current.isDragged = true
      wasDragged.current = true
      setDragged(what)
    },
    onPointerUp: () => {
      const at = held.current?.isDragged ? place() : undefined
      end()
      if (at !== undefined) onDrop(what, at)
    },
    onPointerCancel: end,
    /** Suppresses the click after a drag. A click by keyboard has `detail` 0. */
    onClickCapture: (event: MouseEvent) => {
      if (wasDragged.current && event.detail > 0) event.stopPropagation()
    },
  })
  return { dragged, before, handlersFor }
}
