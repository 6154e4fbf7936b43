import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'
const key = 'posthorn.theme' // read by shell/before-paint.js as well
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
const watchers = new Set<() => void>()

export function setTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, theme)
  apply()
  for (const watcher of watchers) watcher()
}

function chosenTheme(): Theme {
  const chosen = localStorage.getItem(key)
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

function apply(): void {
  const theme = chosenTheme()
  document.documentElement.dataset.theme = theme === 'system' ? (systemIsDark.matches ? 'dark' : 'light') : theme
}

systemIsDark.addEventListener('change', apply)

export const useTheme = (): Theme =>
  useSyncExternalStore(watcher => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  }, chosenTheme)
