import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import type { Mailbox } from '#core/addresses/mailbox.ts'
import { readFrom } from '#core/addresses/sender.ts'
import { hasControlCharacter, noControlCharacters } from '#core/characters.ts'
import type { Objections } from './objections.ts'

const nobody: Mailbox = { name: null, address: '' }

/** from_name overrides the name in from; a blank one is ignored. */
export function readSender({ from, from_name: name = '' }: EmailSend, { faults }: Objections): Mailbox {
  const read = readFrom(from)
  if ('fault' in read) faults.push({ path: 'from', message: read.fault })
  if (hasControlCharacter(name)) faults.push({ path: 'from_name', message: noControlCharacters })
  const mailbox = 'fault' in read ? nobody : read
  return name.trim() === '' ? mailbox : { name, address: mailbox.address }
}
