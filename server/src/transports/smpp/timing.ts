/** Timeouts and delays, in milliseconds. */
export type Timing = Readonly<{
  /** For connecting, including TLS. */
  connect: number
  /** For the answer to a bind. */
  answer: number
  /** For the answer to a submission. After it the message is in doubt, so a busy peer gets enough time. */
  submit: number
  /** After this much silence, an enquire_link is sent. */
  silence: number
  /** For the answer to an enquire_link. */
  enquire: number
  /** How long a message waits for a bind in progress. */
  bind: number
  /** How long a message waits for the window and the rate. */
  line: number
  /** How long a message is retried while the peer is busy. */
  busy: number
  /** The pause after the peer reports that it is busy: the first, and the maximum. */
  pause: readonly [first: number, max: number]
  /** The wait until the next attempt to bind: the first, and the maximum. */
  retry: readonly [first: number, max: number]
  /** On shutdown, for work in progress. */
  drain: number
}>

export const defaultTiming: Timing = {
  connect: 10_000,
  answer: 10_000,
  submit: 30_000,
  silence: 15_000,
  enquire: 10_000,
  bind: 2_000,
  line: 30_000,
  busy: 10_000,
  pause: [200, 4_000],
  retry: [1_000, 60_000],
  drain: 5_000,
}
