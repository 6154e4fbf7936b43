/**
 * Formats a header field: ASCII, folded, without its final line end. Whatever the value contains, the result is one
 * field: control characters are removed, so nothing can end the line.
 */
import { encodeWord, foldLines, quoteString } from 'nodemailer/lib/mime-funcs'
import type { Mailbox } from '#core/addresses/mailbox.ts'
import { suitsBase64 } from './transfer-encoding.ts'

/** Leaves room for the name and the folding in the 998 octets of a line (RFC 5322, 2.1.1). A longer word is encoded, so that it can be split. */
const maxWord = 900
/** Folding within this many spaces could produce a blank line, which some readers take for the end of the header. */
const maxSpaces = 60
const spaces = ' '.repeat(maxSpaces)
const printable = /^[\x20-\x7e]*$/

/** For values in the header's own syntax, written by the caller: ASCII stays unchanged, including encoded words. */
export function rawHeader(name: string, value: string): string {
  const line = onOneLine(value).trim()
  return header(name, printable.test(line) && isFoldable(line) ? line : encode(line))
}

/** For text that must be displayed exactly as given: it must not look like an encoded word or lose surrounding spaces. */
export function textHeader(name: string, text: string): string {
  const line = onOneLine(text)
  const plain = printable.test(line) && isFoldable(line) && !/=\?|^ | $/.test(line)
  return header(name, plain ? line : encode(line))
}

export function mailboxHeader(name: string, mailbox: Mailbox): string {
  return header(name, mailbox.name ? `${phrase(onOneLine(mailbox.name))} <${mailbox.address}>` : mailbox.address)
}

/** The addresses have the contract's format, which needs no quoting. */
export function addressesHeader(name: string, addresses: readonly string[]): string {
  return header(name, addresses.join(', '))
}

/** Not folded: an identifier cannot be split, and some readers lose one that starts on the second line. */
export function identifierHeader(name: string, identifier: string): string {
  return `${name}: <${onlyAscii(identifier)}>`
}

/** For values whose syntax is ASCII only. */
export function header(name: string, value: string): string {
  if (!/^[\x21-\x39\x3b-\x7e]+$/.test(name)) throw new Error(`not a header name: ${JSON.stringify(name)}`)
  return foldLines(`${name}: ${onlyAscii(value)}`, 76)
}

/** RFC 5322, 3.2.5: atoms, a quoted string, or encoded words. Quoted strings stay short, since they fold only at spaces. */
function phrase(text: string): string {
  if (/^\w+(?: \w+)*$/.test(text) && text.length <= maxSpaces) return text
  const quotable = printable.test(text) && text.length <= maxSpaces && !/=\?|^ | $/.test(text)
  return quotable ? quoteString(text) : encode(text)
}

/** RFC 2047, in words of at most 52 characters so that a folded line stays within 76. */
export function encode(text: string): string {
  return encodeWord(text, suitsBase64(text) ? 'B' : 'Q', 52)
}

/** Not by a regex: one that counts characters would start again at each character. */
const isFoldable = (line: string): boolean =>
  !line.includes(spaces) && (line.length <= maxWord || line.split(' ').every(word => word.length <= maxWord))

function onOneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}

/** The message is written as one octet per character, so `\u010a` would become a line end. */
function onlyAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, ' ')
}
