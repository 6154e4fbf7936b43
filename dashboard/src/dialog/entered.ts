import { type FocusEvent, useRef } from 'react'

const fields = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement]
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What is typed to find something is soon typed again. */
const isField = (target: EventTarget): target is Field =>
  fields.some(kind => target instanceof kind) && !(target as Element).matches('[role=combobox], [data-search]') // as: one of these kinds

const contentOf = (field: Field): string =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type) ? String(field.checked) : field.value

/**
 * Whether fields hold something else than when people came to them. Those that are gone do not count: what was in them
 * was sent, or is shown in another way.
 */
export function useEntered() {
  const before = useRef(new Map<Field, string>())
  return {
    onFocus: ({ target }: FocusEvent): void => {
      if (isField(target) && !before.current.has(target)) before.current.set(target, contentOf(target))
    },
    hasEntered: (): boolean =>
      [...before.current].some(([field, value]) => field.isConnected && contentOf(field) !== value),
  }
}
