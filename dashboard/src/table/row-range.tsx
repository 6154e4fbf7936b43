/**
 * A range of the rows of a list. Far from the viewport it is one empty row of the same height, so a list of thousands costs no more
 * than what fits on the screen. `content-visibility` would be less code, but has no effect on parts of a table.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Takes about 30 ms on one core, one or two frames. */
export const rowsPerRange = 20
/** Lists up to this length are always drawn completely, so that find in page works. */
export const longFrom = 100
/** About as far as a strong flick scrolls before rows are drawn. */
const margin = '1500px 0px'

type Props = {
  rows: number
  columns: number
  isNearAtFirst: boolean
  /** True for a short list, which is always drawn completely. */
  isAlone: boolean
  /** The measured or estimated height of a row. */
  rowHeight: number
  onMeasured: (rowHeight: number) => void
  children: () => ReactNode
}

export function RowRange({ rows, columns, isNearAtFirst, isAlone, rowHeight, onMeasured, children }: Props) {
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
        // The focused row stays, so that it keeps the focus.
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
