/** The custom contact fields shown as columns of the list; stored in this browser. */
import { useState } from 'react'

const key = 'posthorn.contacts.columns'

export function columnsFrom(kept: string | null): string[] {
  return (kept ?? '').split(',').filter(name => /^[a-z][a-z0-9_]{0,49}$/.test(name))
}

export function useOwnColumns(): [readonly string[], (name: string) => void] {
  const [names, setNames] = useState(() => columnsFrom(localStorage.getItem(key)))
  const toggle = (name: string) => {
    const next = names.includes(name) ? names.filter(one => one !== name) : [...names, name]
    localStorage.setItem(key, next.join(','))
    setNames(next)
  }
  return [names, toggle]
}
