/** The look of the pages for an organization's readers. Null means not set. */
export type Brand = {
  name: string | null
  /** As #rrggbb, in lower case. */
  color: string | null
  website: string | null
  unsubscribeWords: string | null
  confirmationWords: string | null
  logo: { hash: string; width: number; height: number } | null
}

export const noBrand: Brand = {
  name: null,
  color: null,
  website: null,
  unsubscribeWords: null,
  confirmationWords: null,
  logo: null,
}
