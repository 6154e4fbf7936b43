/** What the options of carriers must look like, for whoever reads them from outside. */

export const isTwilioAccountSid = (text: string): boolean => /^AC[0-9a-f]{32}$/i.test(text)
export const isTwilioMessagingServiceSid = (text: string): boolean => /^MG[0-9a-f]{32}$/i.test(text)
export const isTelnyxProfileId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** An auth token or an API key: what can stand in a header. */
export const isCarrierSecret = (text: string): boolean => /^[\x21-\x7e]{8,500}$/.test(text)

/** Credentials go there: in clear only within this machine. */
export function isCarrierBaseUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || /[?#@]/.test(text)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** The query is for us to add, and Twilio takes no name with an underscore. */
export function isCallbackUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || /[?#@]/.test(text)) return false
  return ['http:', 'https:'].includes(url.protocol) && !url.hostname.includes('_')
}

const isLoopback = (hostname: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
