/** Who has a mailbox, as far as it matters for a reputation. Pure. */
import { domainOf } from '#core/addresses/email-address.ts'
import { freeMailReceiver } from '#core/addresses/free-mail.ts'

/**
 * `known`: what a transport knows that takes mail there itself, since companies have theirs under a name of their own. All others are one,
 * so that there are few.
 */
export const receiverFor = (address: string, known: string | null | undefined): string =>
  known ?? freeMailReceiver(domainOf(address)) ?? 'other'
