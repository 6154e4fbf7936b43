import type { Suppression as WireSuppression } from '@posthorn/contract/audience/suppressions'
import type { Suppression } from './suppression.ts'

/** The entry in answers and events. */
export const toWireSuppression = (suppression: Suppression): WireSuppression => ({
  id: suppression.id,
  ...(suppression.email === null ? { erased: true } : { email: suppression.email }),
  reason: suppression.reason,
  ...(suppression.emailId !== null && { email_id: suppression.emailId }),
  created_at: suppression.createdAt.toISOString(),
})
