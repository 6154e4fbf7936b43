import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { navigationItems } from './navigation-items.ts'

const chordMs = 1_500 // the second key must follow g within this time

type Keys = { onHelp: () => void; onCommands: () => void }

/** The shortcuts on every page: g and a letter, / for the search, ? for help, Ctrl or ⌘ K for the command menu. */
export function useKeyboard({ onHelp, onCommands }: Keys): void {
  const navigate = useNavigate()
  useEffect(() => {
    const isSecondOfChord = chords()
    const press = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key === 'k') return act(event, onCommands)
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event) || document.querySelector('dialog[open]'))
        return
      const place = isSecondOfChord(event) && navigationItems.find(({ key }) => key === event.key)
      if (place) return act(event, () => navigate({ to: place.to }))
      if (event.key === '/') return act(event, () => focusSearch() || onCommands())
      if (event.key === '?') return act(event, onHelp)
      if (event.key === 'j' && !(document.activeElement instanceof HTMLAnchorElement)) focusFirstRow()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [navigate, onHelp, onCommands])
}

/** Tells for each key whether it is the letter after a g. Times count from page load. */
export function chords(): (event: Pick<KeyboardEvent, 'key' | 'timeStamp'>) => boolean {
  let gAt: number | undefined
  return ({ key, timeStamp }) => {
    const isSecond = gAt !== undefined && timeStamp - gAt < chordMs
    gAt = key === 'g' && !isSecond ? timeStamp : undefined
    return isSecond
  }
}

function act(event: KeyboardEvent, does: () => void): void {
  event.preventDefault()
  does()
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('[data-search]')
  search?.focus()
  search?.select()
  return search !== null
}

const focusFirstRow = () => document.querySelector<HTMLElement>('[data-row]')?.focus()
