/** `gap`: between a button and its menu. `margin`: between a menu and the edge of the window. */
const gap = 4
const margin = 8

type Size = { width: number; height: number }
type Place = Record<'top' | 'bottom' | 'left' | 'minWidth' | 'maxHeight', string>

/** Where a menu opens: below its button, or above it if it does not fit below and there is more room; never beyond the window. */
export function placeOf(button: Omit<DOMRect, 'toJSON'>, menu: Size, window: Size, align: 'left' | 'right'): Place {
  const below = window.height - button.bottom - gap - margin
  const above = button.top - gap - margin
  const isAbove = menu.height > below && above > below
  const width = Math.max(menu.width, button.width)
  const left = align === 'left' ? button.left : button.right - width
  return {
    top: isAbove ? 'auto' : px(button.bottom + gap),
    bottom: isAbove ? px(window.height - button.top + gap) : 'auto',
    left: px(Math.max(margin, Math.min(left, window.width - width - margin))),
    minWidth: px(button.width),
    maxHeight: px(isAbove ? above : below),
  }
}

const px = (length: number): string => `${length}px`
