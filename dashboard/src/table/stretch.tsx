/**
 * A stretch of the rows of a list. Far from what is seen it is one empty row of the same height: a list of thousands costs as much as
 * what fits on the screen. `content-visibility` would be less to write, but it does nothing for parts of a table.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Drawn in some 30 ms of one core: a frame or two. */
export const rowsInStretch = 20
/** Up to so many all are drawn, always: finding in the page finds them. */
export const longFrom = 100
/** About as far as a strong flick scrolls before rows can be drawn. */
const margin = '1500px 0px'

type Props = {
  rows: number
  columns: number
  isNearAtFirst: boolean
  /** The whole of a short list, which is always drawn. */
  isAlone: boolean
  /** What a row takes, as far as is known. */
  rowHeight: number
  onMeasured: (rowHeight: number) => void
  children: () => ReactNode
}

export function Stretch({ rows, columns, isNearAtFirst, isAlone, rowHeight, onMeasured, children }: Props) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [isNear, setNear] = useState(isNearAtFirst)
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const node = body.current
    if (!node || isAlone) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        const isDrawn = node.rows.length === rows
        if (isDrawn) onMeasured(entry.boundingClientRect.height / rows)
        // Whoever has the focus keeps it.
        if (entry.isIntersecting || node.contains(document.activeElement)) return setNear(true)
        if (isDrawn) setHeight(entry.boundingClientRect.height)
        setNear(false)
      },
      { root: node.closest('main'), rootMargin: margin },
    )
    observer.observe(node)
    return () => observer.disconnect()
  }, [rows, isAlone, onMeasured])
  return (
    <tbody ref={body} className="divide-y divide-line [&+&]:border-t [&+&]:border-line">
      {isNear || isAlone ? (
        children()
      ) : (
        <tr aria-hidden>
          <td colSpan={columns} className="p-0" style={{ height: height ?? rows * rowHeight }} />
        </tr>
      )}
    </tbody>
  )
}
