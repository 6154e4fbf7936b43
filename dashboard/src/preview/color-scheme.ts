/**
 * A mail as a program by day or by night shows it, one that honors the styles of the mail itself, as Apple Mail does. The
 * machine of whoever looks must not decide, so its questions about the scheme are answered here instead of by the browser.
 */
export type Scheme = 'light' | 'dark'

const question = /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi
const always = '(min-width: 0px)'
const never = '(min-width: 99999px)'

export const inScheme = (html: string, scheme: Scheme): string =>
  html.replace(question, (_, asked: string) => (asked.toLowerCase() === scheme ? always : never))

/** Whether the mail says how it looks by night; others are left as they are, or recolored, as each program likes. */
export const hasDarkStyles = (html: string): boolean =>
  /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/i.test(html) || /<meta[^<>]*color-scheme[^<>]*dark/i.test(html)
