/** A text[] as PostgreSQL writes it: unnest would flatten lists inside a list, so each travels as text. */
export const arrayLiteral = (texts: readonly string[]): string =>
  `{${texts.map(text => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join()}}`
