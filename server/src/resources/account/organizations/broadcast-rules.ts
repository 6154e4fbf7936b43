/** What an organization has chosen for its broadcasts. */
export type BroadcastRules = {
  /** Above these, in percent of what was sent within a day, the broadcasts of a domain pause. */
  maxBouncePercent: number
  maxComplaintPercent: number
  /** Of a broadcast without a visible link to unsubscribe: whether it gets a line with one or is refused. */
  unsubscribeLine: 'added' | 'required'
}
