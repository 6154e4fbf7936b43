/** The branding of the public pages that recipients of emails see. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { HttpUrl, Name, Nullable } from '../scalars.ts'

/** Enough for a picture of a few hundred pixels. */
export const maxLogoBytes = 100 * 1024

const Words = Type.String({
  maxLength: 300,
  pattern: '^[^\\p{C}]*$',
  expected: 'must be one line of at most 300 visible characters',
})
const branding = {
  name: Nullable(Name, { description: 'Shown in place of the name of the organization.' }),
  color: Nullable(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', expected: 'must be a color such as #2f52d0' }), {
    description: 'The color of the button, such as #2f52d0. Its text is black or white.',
  }),
  website: Nullable(Type.String({ ...HttpUrl, maxLength: 500 })),
  unsubscribe_words: Nullable(Words),
  confirmation_words: Nullable(Words),
}

export const Branding = Type.Object({
  ...branding,
  logo: Nullable(Type.Object({ path: Type.String(), width: Type.Integer(), height: Type.Integer() })),
})
export type Branding = Static<typeof Branding>

const BrandingUpdate = Type.Partial(
  Type.Object({
    ...branding,
    logo: Nullable(Type.String({ maxLength: 700_000 }), {
      description: 'A PNG, JPEG or WebP picture in base64, at most 100 KB and 2,000 pixels per side.',
    }),
  }),
)
export type BrandingUpdate = Static<typeof BrandingUpdate>

export const brandingOperations = {
  getBranding: operation({
    id: 'getBranding',
    method: 'GET',
    path: '/console/branding',
    summary: 'Read the branding of the public pages',
    access: 'member',
    permission: 'console:read',
    reply: Branding,
    refusals: [],
  }),
  setBranding: operation({
    id: 'setBranding',
    method: 'PATCH',
    audit: 'branding.updated',
    path: '/console/branding',
    summary: 'Change the branding; null removes a field',
    access: 'member',
    permission: 'settings:manage',
    body: BrandingUpdate,
    reply: Branding,
    refusals: [],
  }),
} as const
