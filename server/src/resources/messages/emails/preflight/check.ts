import type { PreflightCheck } from '@posthorn/contract/messages/preflight'

export const fine = (about: string, what: string): PreflightCheck => ({ about, verdict: 'fine', what })
export const advice = (about: string, what: string): PreflightCheck => ({ about, verdict: 'advice', what })
export const problem = (about: string, what: string): PreflightCheck => ({ about, verdict: 'problem', what })
