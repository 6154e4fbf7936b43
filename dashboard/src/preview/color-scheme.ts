/**
 * An email in light or dark mode, in a mail app that applies the email's own styles, as Apple Mail does. The viewer's system
 * must not decide, so media queries for the color scheme are rewritten instead of left to the browser.
 */
export type Scheme = 'light' | 'dark'

const question = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi
const always = '(min-width: 0px)'
const never = '(min-width: 99999px)'

export const inScheme = (html: string, scheme: Scheme): string =>
  html.replace(question, (_, asked: string) => (asked.toLowerCase() === scheme ? always : never))

/** Whether the email has dark styles; mail apps leave others as they are or recolor them. */
export const hasDarkStyles = (html: string): boolean =>
  /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/i.test(html) || /<meta[^<>]*color-scheme[^<>]*dark/i.test(html)
