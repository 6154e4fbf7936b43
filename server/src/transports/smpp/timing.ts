/** How long things may take, in milliseconds. */
export type Timing = Readonly<{
  /** For the connection with its TLS. */
  connect: number
  /** For the answer to a bind. */
  answer: number
  /** For the answer to a submission. After it nobody knows whether the message was taken, so a busy peer gets its time. */
  submit: number
  /** After this silence the peer is asked whether it is there… */
  silence: number
  /** …and has this long to say so. */
  enquire: number
  /** How long a message waits for a bind that is under way. */
  bind: number
  /** How long a message waits in line. */
  line: number
  /** How long a message is submitted again that the peer is too busy for. */
  busy: number
  /** How long nothing is submitted after the peer has said that it is too busy: at first, and at most. */
  pause: readonly [first: number, most: number]
  /** Until the next attempt to bind: at first, and at most. */
  retry: readonly [first: number, most: number]
  /** At the end, for what is under way. */
  drain: number
}>

export const usualTiming: Timing = {
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
