import { parseMailbox } from './mailbox.ts'

/**
 * Our recipients have no display names: Ada <ada@example.com> becomes ada@example.com. Text that is not exactly one recipient stays unchanged
 * and is refused: otherwise a second recipient in it would silently get no email.
 */
export const bareAddress = (text: string): string => parseMailbox(text)?.address ?? text.trim()
