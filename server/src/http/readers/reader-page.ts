/** What the pages for readers have in common: no key, no cookie, no script, and the look of the organization that wrote to them. */
import type { Brand } from '@posthorn/look/readers/frame'
import { logoPath } from './logo.ts'

/** The logo by its hash, which tells where it is found. */
export type StoredBrand = Omit<Brand, 'logo'> & { logo: { hash: string; width: number; height: number } | null }

export const withLogo = ({ logo, ...brand }: StoredBrand): Brand => ({
  ...brand,
  logo: logo && { path: logoPath(logo.hash), width: logo.width, height: logo.height },
})

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const pageHeaders = { 'content-security-policy': policy, 'x-robots-tag': 'noindex' }
