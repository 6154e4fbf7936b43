/** The width and color scheme of previews, stored in the browser and shared by all templates. */
import { useState } from 'react'
import type { Scheme } from '#preview/color-scheme.ts'

export const widths = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
  { value: 'text', label: 'Text' },
] as const
export const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export type Look = { width: (typeof widths)[number]['value']; scheme: Scheme }

const key = 'posthorn.preview'

/** Reads the stored look; invalid parts become the default. */
export function lookIn(kept: string | null): Look {
  const [width, scheme] = (kept ?? '').split(' ')
  return {
    width: widths.find(({ value }) => value === width)?.value ?? 'desktop',
    scheme: scheme === 'dark' ? 'dark' : 'light',
  }
}

export function useLook(): [Look, (change: Partial<Look>) => void] {
  const [look, setLook] = useState(() => lookIn(localStorage.getItem(key)))
  const change = (part: Partial<Look>) => {
    const next = { ...look, ...part }
    localStorage.setItem(key, `${next.width} ${next.scheme}`)
    setLook(next)
  }
  return [look, change]
}
