import { hasControlCharacter, hasMoreCharactersThan, noControlCharacters } from '../characters.ts'
import { type Mailbox, parseMailbox } from './mailbox.ts'

/** The sender of an email, or its fault. */
export function readFrom(from: string): Mailbox | { fault: string } {
  if (hasControlCharacter(from)) return { fault: noControlCharacters }
  const mailbox = parseMailbox(from)
  if (!mailbox) return { fault: oneSender }
  return hasMoreCharactersThan(256, mailbox.name ?? '') ? { fault: shorterName } : mailbox
}

const oneSender = 'must be one sender such as hello@acme.test, Acme <hello@acme.test> or "Acme, Inc." <hello@acme.test>'
const shorterName = 'must have a name of at most 256 characters'
