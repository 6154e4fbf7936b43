/** For people: one line of at most 500 characters. */
export const oneLine = (text: string): string =>
  text
    .slice(0, 2_000)
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 500)
    .toWellFormed()
