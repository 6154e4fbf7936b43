/** The SNS URLs that a message may make us fetch. A forged message could contain any other. */

const host = /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?$/

function snsUrl(text: string): URL | null {
  const url = text.length <= 2_000 ? URL.parse(text) : null
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return null
  return host.test(url.hostname) ? url : null
}

export function isCertificateUrl(text: string): boolean {
  const url = snsUrl(text)
  return url !== null && /^\/SimpleNotificationService-[0-9a-f]{1,64}\.pem$/.test(url.pathname) && url.search === ''
}

export function isSubscribeUrl(text: string): boolean {
  const url = snsUrl(text)
  return url !== null && url.pathname === '/' && url.searchParams.get('Action') === 'ConfirmSubscription'
}
