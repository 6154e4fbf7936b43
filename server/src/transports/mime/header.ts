/**
 * One header field as it stands in a message: ASCII, folded, without its final line end. Whatever the value holds, the
 * result is one field: no control character gets through, so nothing in it can end the line.
 */
import { encodeWord, foldLines, quoteString } from 'nodemailer/lib/mime-funcs'
import type { Mailbox } from '#core/addresses/mailbox.ts'
import { suitsBase64 } from './transfer-encoding.ts'

/** Room for the name and the folding in the 998 octets of a line (RFC 5322, 2.1.1): a longer word is encoded to be split. */
const maxWord = 900
/** A fold among so many blanks would leave a line of blanks, which ends the header for some. */
const maxBlanks = 60
const blanks = ' '.repeat(maxBlanks)
const printable = /^[\x20-\x7e]*$/

/** For values whose syntax was written by whoever chose the header, so ASCII stays as it is, encoded words included. */
export function rawHeader(name: string, value: string): string {
  const line = onOneLine(value).trim()
  return header(name, printable.test(line) && isFoldable(line) ? line : encode(line))
}

/** For text that must read as it was written, so it may not be taken for an encoded word or lose the blanks around it. */
export function textHeader(name: string, text: string): string {
  const line = onOneLine(text)
  const plain = printable.test(line) && isFoldable(line) && !/=\?|^ | $/.test(line)
  return header(name, plain ? line : encode(line))
}

export function mailboxHeader(name: string, mailbox: Mailbox): string {
  return header(name, mailbox.name ? `${phrase(onOneLine(mailbox.name))} <${mailbox.address}>` : mailbox.address)
}

/** The addresses are of the contract's form, which needs no quoting. */
export function addressesHeader(name: string, addresses: readonly string[]): string {
  return header(name, addresses.join(', '))
}

/** Not folded: an identifier has no place for it, and some readers lose one that starts on the second line. */
export function identifierHeader(name: string, identifier: string): string {
  return `${name}: <${onlyAscii(identifier)}>`
}

/** For values that are ASCII by their syntax. */
export function header(name: string, value: string): string {
  if (!/^[\x21-\x39\x3b-\x7e]+$/.test(name)) throw new Error(`not the name of a header: ${JSON.stringify(name)}`)
  return foldLines(`${name}: ${onlyAscii(value)}`, 76)
}

/** RFC 5322, 3.2.5: atoms, a quoted string, or encoded words. Quoted strings stay short, since they fold only at blanks. */
function phrase(text: string): string {
  if (/^\w+(?: \w+)*$/.test(text) && text.length <= maxBlanks) return text
  const quotable = printable.test(text) && text.length <= maxBlanks && !/=\?|^ | $/.test(text)
  return quotable ? quoteString(text) : encode(text)
}

/** RFC 2047, in words of at most 52 characters so that a folded line stays within 76. */
export function encode(text: string): string {
  return encodeWord(text, suitsBase64(text) ? 'B' : 'Q', 52)
}

/** Not by a pattern: one that counts characters begins to count anew at each of them. */
const isFoldable = (line: string): boolean =>
  !line.includes(blanks) && (line.length < maxWord || line.split(' ').every(word => word.length < maxWord))

function onOneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}

/** The message is written one octet a character: `\u010a` would become a line end. */
function onlyAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, ' ')
}
