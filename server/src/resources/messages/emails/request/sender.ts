import type { Fault } from '@posthorn/contract/errors'
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import type { Mailbox } from '#transports/transport.ts'
import { hasControlCharacter, hasMoreCharactersThan, noControlCharacters } from './characters.ts'
import { parseMailbox } from './mailbox.ts'
import type { Objections } from './objections.ts'

const nobody: Mailbox = { name: null, address: '' }

/** from_name wins over the name in from; a blank one says nothing. */
export function readSender({ from, from_name: name = '' }: EmailSend, { faults }: Objections): Mailbox {
  const mailbox = readFrom(from, faults)
  if (hasControlCharacter(name)) faults.push({ path: 'from_name', message: noControlCharacters })
  return name.trim() === '' ? mailbox : { name, address: mailbox.address }
}

function readFrom(from: string, faults: Fault[]): Mailbox {
  if (hasControlCharacter(from)) {
    faults.push({ path: 'from', message: noControlCharacters })
    return nobody
  }
  const mailbox = parseMailbox(from)
  if (!mailbox) faults.push({ path: 'from', message: oneSender })
  else if (hasMoreCharactersThan(256, mailbox.name ?? '')) faults.push({ path: 'from', message: shorterName })
  return mailbox ?? nobody
}

const oneSender = 'must be one sender such as hello@acme.test, Acme <hello@acme.test> or "Acme, Inc." <hello@acme.test>'
const shorterName = 'must have a name of at most 256 characters'
