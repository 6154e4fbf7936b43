/** A text[] literal. For lists inside a list: unnest would flatten nested arrays, so each inner list is passed as text. */
export const arrayLiteral = (texts: readonly string[]): string =>
  `{${texts.map(text => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join()}}`

/**
 * An array literal of ids, numbers, timestamps, booleans or words that need no quotes. pg would check every value twice for this, which for
 * a hundred rows takes as long as everything else needed to send them.
 */
export const plainArray = (values: readonly (string | number | boolean | null)[]): string =>
  `{${values.map(value => value ?? 'null').join()}}`
