/** What the pages for readers have in common: no key, no cookie, no script, and the look of the organization that wrote to them. */
import type { Brand } from '@posthorn/look/readers/frame'
import { logoPath } from './logo.ts'

/** The logo by its hash, which tells where it is found. */
export type StoredBrand = Omit<Brand, 'logo'> & { logo: { hash: string; width: number; height: number } | null }

export const withLogo = ({ logo, ...brand }: StoredBrand): Brand => ({
  ...brand,
  logo: logo && { path: logoPath(logo.hash), width: logo.width, height: logo.height },
})

const policy = (formAction: string): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const pageHeaders = { 'content-security-policy': policy("'self'"), 'x-robots-tag': 'noindex' }

/** For a page whose form is answered with a redirect: browsers look at where that leads, too. */
export function headersOfPageLeadingTo(target: string | null): typeof pageHeaders {
  const origin = target === null ? undefined : URL.parse(target)?.origin
  if (origin === undefined || origin === 'null') return pageHeaders
  return { ...pageHeaders, 'content-security-policy': policy(`'self' ${origin}`) }
}
