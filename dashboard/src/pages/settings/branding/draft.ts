import type { Branding, BrandingUpdate } from '@posthorn/contract/console/branding'

/** The values of the form. `path` is the URL of the logo; a newly chosen one has a data: URL. */
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

/** The update, with the logo only if it changed. */
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

/** Leading and trailing spaces are trimmed and do not count as a change. */
export const isChanged = (known: Branding, draft: Draft): boolean =>
  JSON.stringify(changeFrom(known, draft)) !== JSON.stringify(changeFrom(known, draftOf(known)))
