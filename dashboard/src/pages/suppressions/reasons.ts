import type { SuppressionReason } from '@posthorn/contract/audience/suppressions'
import type { Tone } from '#status/badge.tsx'

/** The reasons for a suppression, in words. */
export const reasons: readonly { value: SuppressionReason; label: string; tone: Tone }[] = [
  { value: 'hard_bounce', label: 'Hard bounce', tone: 'bad' },
  { value: 'complaint', label: 'Spam complaint', tone: 'bad' },
  { value: 'unsubscribe', label: 'Unsubscribed', tone: 'warn' },
  { value: 'manual', label: 'Added manually', tone: 'plain' },
]
