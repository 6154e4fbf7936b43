/** Only where somebody looks, and only what others see without them, too. */
const codes = { red: 31, green: 32, yellow: 33, dim: 2 } as const

export type Paint = (colour: keyof typeof codes, text: string) => string

export const painter =
  (hasColours: boolean): Paint =>
  (colour, text) =>
    hasColours ? `\x1b[${codes[colour]}m${text}\x1b[0m` : text

/** What others wrote must not move the cursor or ring the bell. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '·')
