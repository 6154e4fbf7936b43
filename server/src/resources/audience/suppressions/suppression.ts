import type { SuppressionReason } from '@posthorn/contract/audience/suppressions'

export type SuppressedAddress = { environmentId: string; email: string }

export type Suppression = {
  environmentId: string
  id: string
  /** Null when the person was erased: only a hash is kept. */
  email: string | null
  reason: SuppressionReason
  /** The email that caused it. */
  emailId: string | null
  createdAt: Date
}

/** Ignores the case of the address. */
export const suppressionKey = (environmentId: string, email: string): string =>
  `${environmentId} ${email.toLowerCase()}`
