import { parseMailbox } from './mailbox.ts'

/**
 * Our recipients have no names: Ada <ada@example.com> is written to as ada@example.com. What is not exactly one of them stays as it is, so
 * that it is refused: whoever else stands in the text would not get the email, and nobody would know.
 */
export const bareAddress = (text: string): string => parseMailbox(text)?.address ?? text.trim()
