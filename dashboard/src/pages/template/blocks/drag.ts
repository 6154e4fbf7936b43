/** What is dragged: a block of the list, or one to add. A type of our own, so that no editor takes it for text. */
import type { DragEvent } from 'react'

export type Dragged = { kind: 'move'; from: number } | { kind: 'new'; name: string }

const type = 'application/x-posthorn-block'

export function startDrag({ dataTransfer }: DragEvent, dragged: Dragged): void {
  dataTransfer.setData(type, JSON.stringify(dragged))
  dataTransfer.effectAllowed = dragged.kind === 'new' ? 'copy' : 'move'
}

export function dragOf({ dataTransfer }: DragEvent): Dragged | undefined {
  try {
    const dragged: unknown = JSON.parse(dataTransfer.getData(type))
    return isDragged(dragged) ? dragged : undefined
  } catch {
    return undefined
  }
}

/** Above or below the middle of what it is dropped on. */
export function isUpperHalf({ currentTarget, clientY }: DragEvent): boolean {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY < top + height / 2
}

function isDragged(value: unknown): value is Dragged {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  return value.kind === 'new'
    ? 'name' in value && typeof value.name === 'string'
    : value.kind === 'move' && 'from' in value && Number.isInteger(value.from)
}
