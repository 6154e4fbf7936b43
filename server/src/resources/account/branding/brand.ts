/** How the pages look that the readers of an organization see. Null is what nobody has chosen. */
export type Brand = {
  name: string | null
  /** As #rrggbb, in small letters. */
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
