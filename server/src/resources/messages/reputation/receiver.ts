/** The operator of a mailbox, as far as it matters for a reputation. Pure. */
import { domainOf } from '#core/addresses/email-address.ts'
import { freeMailReceiver } from '#core/addresses/free-mail.ts'

/**
 * `known`: the name that a transport knows for a server that takes mail there, since companies have mailboxes at large receivers
 * under their own domains. All others count as one, to keep the number small.
 */
export const receiverFor = (address: string, known: string | null | undefined): string =>
  known ?? freeMailReceiver(domainOf(address)) ?? 'other'
