/** Shared by the pages for readers: no key, no cookie, no script, and the branding of the organization that sent the email. */
import type { Brand } from '@posthorn/look/readers/frame'
import { logoPath } from './logo.ts'

/** A brand whose logo is given by its hash, which determines its path. */
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

/** For a page whose form is answered with a redirect: browsers check the redirect's target against form-action too. */
export function headersOfPageLeadingTo(target: string | null): typeof pageHeaders {
  const origin = target === null ? undefined : URL.parse(target)?.origin
  if (origin === undefined || origin === 'null') return pageHeaders
  return { ...pageHeaders, 'content-security-policy': policy(`'self' ${origin}`) }
}
