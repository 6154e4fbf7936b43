import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import type { Draft } from '../draft.ts'
import type { Objections } from './objections.ts'

const most = 50
const none: readonly string[] = []

type Recipients = Pick<Draft, 'to' | 'cc' | 'bcc' | 'replyTo' | 'recipients'>

/** The limit counts addresses as they are given, so an address given twice counts twice. */
export function readRecipients(body: EmailSend, { faults }: Objections): Recipients {
  const to = listOf(body.to)
  const cc = listOf(body.cc)
  const bcc = listOf(body.bcc)
  const count = to.length + cc.length + bcc.length
  if (count > most) {
    faults.push({ path: 'to', message: `must be at most ${most} addresses together with cc and bcc, not ${count}` })
  }
  return {
    to,
    cc,
    bcc,
    replyTo: listOf(body.reply_to),
    recipients: count === 1 && to.length === 1 ? to : eachOnce([...to, ...cc, ...bcc]),
  }
}

const listOf = (addresses: string | readonly string[] = none): readonly string[] =>
  typeof addresses === 'string' ? [addresses] : addresses

/** Keeps the first spelling of each address. */
function eachOnce(addresses: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return addresses.filter(address => {
    const known = seen.size
    return seen.add(address.toLowerCase()).size > known
  })
}
