/** Checks for carrier options that come from settings. */

export const isTwilioAccountSid = (text: string): boolean => /^AC[0-9a-f]{32}$/i.test(text)
export const isTwilioMessagingServiceSid = (text: string): boolean => /^MG[0-9a-f]{32}$/i.test(text)
export const isTelnyxProfileId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** An auth token or an API key that is valid in a header. */
export const isCarrierSecret = (text: string): boolean => /^[\x21-\x7e]{8,500}$/.test(text)

/** Credentials are sent there, so plain HTTP is allowed only within this machine. */
export function isCarrierBaseUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || /[?#@]/.test(text)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** We add the query ourselves, and Twilio does not accept host names with an underscore. */
export function isCallbackUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || /[?#@]/.test(text)) return false
  return ['http:', 'https:'].includes(url.protocol) && !url.hostname.includes('_')
}

const isLoopback = (hostname: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
