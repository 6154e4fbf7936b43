/** Parses a sender with or without a display name in one scan, without a regex that could backtrack. */
import { isEmailAddress } from '@posthorn/contract/formats'

export type Mailbox = { name: string | null; address: string }

/** Undefined when the text is not exactly one mailbox. */
export function parseMailbox(text: string): Mailbox | undefined {
  const whole = text.trim()
  const open = whole.endsWith('>') ? whole.lastIndexOf('<') : -1
  const name = open === -1 ? '' : parseName(whole.slice(0, open).trim())
  const address = open === -1 ? whole : whole.slice(open + 1, -1)
  if (name === undefined || !isEmailAddress(address)) return undefined
  return { name: name.trim() === '' ? null : name, address }
}

function parseName(name: string): string | undefined {
  if (name.startsWith('"')) return unquote(name)
  return name.includes('<') || name.includes('>') || containsAnotherSender(name) ? undefined : name
}

function unquote(quoted: string): string | undefined {
  let name = ''
  for (let at = 1; at < quoted.length; at++) {
    if (quoted[at] === '"') return at === quoted.length - 1 ? name : undefined
    if (quoted[at] === '\\') at++
    name += quoted[at] ?? ''
  }
  return undefined
}

/** `a@b.co, Acme <c@d.co>` is two senders; `Acme, Inc. <c@d.co>` is one with an unquoted name. */
const containsAnotherSender = (name: string): boolean =>
  name.includes('@') && /[,;]/.test(name) && name.split(/[,;]/).some(part => isEmailAddress(part.trim()))

/** RFC 5322, section 3.2.3: a name with one of these characters needs quotes. */
const specials = /[()<>[\]:;@\\,."]/

/** The format in API answers. parseMailbox parses it back. */
export function formatMailbox({ name, address }: Mailbox): string {
  if (name === null) return address
  const isPlain = !specials.test(name) && name.trim() === name
  return `${isPlain ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`} <${address}>`
}
