import { type FocusEvent, useRef } from 'react'

const fields = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement]
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Search inputs do not count: a search is quickly typed again. */
const isField = (target: EventTarget): target is Field =>
  fields.some(kind => target instanceof kind) && !(target as Element).matches('[role=combobox], [data-search]') // as: one of these kinds

const contentOf = (field: Field): string =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type) ? String(field.checked) : field.value

/**
 * Whether any field has a different value than when it was first focused. Fields that are gone do not count: their value
 * was sent or is shown elsewhere.
 */
export function useUnsavedInput() {
  const before = useRef(new Map<Field, string>())
  return {
    onFocus: ({ target }: FocusEvent): void => {
      if (isField(target) && !before.current.has(target)) before.current.set(target, contentOf(target))
    },
    hasEntered: (): boolean =>
      [...before.current].some(([field, value]) => field.isConnected && contentOf(field) !== value),
  }
}
