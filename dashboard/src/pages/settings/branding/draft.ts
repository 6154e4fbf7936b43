import type { Branding, BrandingUpdate } from '@posthorn/contract/console/branding'

/** What is in the form. A logo is shown by its address: one that was just chosen has a data address. */
export type Draft = {
  name: string
  color: string
  website: string
  unsubscribeWords: string
  confirmationWords: string
  logo: { path: string; width: number; height: number } | null
}

export const draftOf = (known: Branding): Draft => ({
  name: known.name ?? '',
  color: known.color ?? '',
  website: known.website ?? '',
  unsubscribeWords: known.unsubscribe_words ?? '',
  confirmationWords: known.confirmation_words ?? '',
  logo: known.logo,
})

/** The logo only where it is another one. */
export function changeFrom(known: Branding, draft: Draft): BrandingUpdate {
  const path = draft.logo?.path
  const isSame = path === known.logo?.path
  return {
    name: draft.name.trim() || null,
    color: draft.color.trim() || null,
    website: draft.website.trim() || null,
    unsubscribe_words: draft.unsubscribeWords.trim() || null,
    confirmation_words: draft.confirmationWords.trim() || null,
    ...(!isSame && { logo: path?.replace(/^data:[^,]*,/, '') ?? null }),
  }
}

/** Spaces around a text are not kept, and count for nothing. */
export const isChanged = (known: Branding, draft: Draft): boolean =>
  JSON.stringify(changeFrom(known, draft)) !== JSON.stringify(changeFrom(known, draftOf(known)))
