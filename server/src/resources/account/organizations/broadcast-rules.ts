/** An organization's rules for its broadcasts. */
export type BroadcastRules = {
  /** Broadcasts of a domain pause above these percentages of the emails sent within a day. */
  maxBouncePercent: number
  maxComplaintPercent: number
  /** Whether a broadcast without a visible unsubscribe link gets a line with one, or is refused. */
  unsubscribeLine: 'added' | 'required'
}
