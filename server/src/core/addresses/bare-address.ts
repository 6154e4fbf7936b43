/** A recipient with or without a name, as it is written: one scan, no pattern that could go back over the text. */

/**
 * Our recipients have no names: Ada <ada@example.com> is written to as ada@example.com. What is not exactly one of them stays as it is, so
 * that it is refused: whoever else stands in the text would not get the email, and nobody would know.
 */
export function bareAddress(text: string): string {
  const whole = text.trim()
  const open = whole.endsWith('>') ? whole.lastIndexOf('<') : -1
  if (open === -1) return whole
  const name = whole.slice(0, open).trim()
  const address = whole.slice(open + 1, -1).trim()
  return isQuoted(name) || isPlain(name) || name === address ? address : whole
}

/** Anything may stand in quotes that end where the name ends. */
function isQuoted(name: string): boolean {
  if (!name.startsWith('"')) return false
  for (let at = 1; at < name.length; at++) {
    if (name[at] === '"') return at === name.length - 1
    if (name[at] === '\\') at++
  }
  return false
}

/** `Acme, Inc.` merely lacks its quotes, and `Ada @ Acme` is no address: neither holds another recipient. */
const isPlain = (name: string): boolean => !/[<>]|@\S|\S@/.test(name)
