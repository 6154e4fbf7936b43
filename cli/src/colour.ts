/** Colours are used only on a terminal, and never carry information of their own. */
const codes = { red: 31, green: 32, yellow: 33, dim: 2 } as const

export type Paint = (colour: keyof typeof codes, text: string) => string

export const painter =
  (hasColours: boolean): Paint =>
  (colour, text) =>
    hasColours ? `\x1b[${codes[colour]}m${text}\x1b[0m` : text

/** Replaces control characters, so text from others cannot move the cursor or ring the bell. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '·')
