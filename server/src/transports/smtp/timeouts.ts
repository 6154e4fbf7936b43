import type { Due } from './transaction.ts'

/** Timeouts for a peer, in milliseconds. */
export type Timeouts = Readonly<{
  connect: number
  /** For each reply up to the last RCPT: greeting, EHLO, STARTTLS with its handshake, AUTH, MAIL, RCPT. */
  reply: number
  /** For the reply to DATA. */
  dataStart: number
  /** For writing the next 64 KiB of the message. */
  dataBlock: number
  /** For the reply to the final dot. */
  finalDot: number
  /** For everything from connecting (or from MAIL on a reused connection) to the last reply. */
  session: number
}>

/** RFC 5321 4.5.3.2. A shorter wait for the last reply causes duplicates. `connect` and `session` are our own values. */
export const rfcTimeouts: Timeouts = {
  connect: 30_000,
  reply: 300_000,
  dataStart: 120_000,
  dataBlock: 180_000,
  finalDot: 600_000,
  session: 1_800_000,
}

/** The timeout for the reply that is due, or for the next block of the message. */
export function timeFor(due: Due, timeouts: Timeouts): number {
  if (due === 'data') return timeouts.dataStart
  if (due === 'body') return timeouts.dataBlock
  return due === 'dot' ? timeouts.finalDot : timeouts.reply
}
