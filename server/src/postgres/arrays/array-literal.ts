/** A text[] as PostgreSQL writes it: unnest would flatten lists inside a list, so each travels as text. */
export const arrayLiteral = (texts: readonly string[]): string =>
  `{${texts.map(text => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join()}}`

/**
 * A list of ids, numbers, moments, truths or words, none of which needs quotes: pg would look at every one of them twice to find out,
 * which for a hundred rows takes as long as everything else that is done to send them.
 */
export const plainArray = (values: readonly (string | number | boolean | null)[]): string =>
  `{${values.map(value => value ?? 'null').join()}}`
