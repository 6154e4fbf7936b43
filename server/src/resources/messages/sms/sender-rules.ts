/**
 * Where a name or a short code may be the sender, by the country code of the recipient. The rules of networks change: edit these
 * lists. Many of the countries that accept names require them to be registered with the carrier first (India, Singapore, Turkey,
 * …).
 */

/** Their networks refuse names or replace them with a number. A name is for messages that cannot be answered. */
export const codesWithoutNames: ReadonlySet<string> = new Set([
  // The United States, Canada and the Caribbean
  '1',
  // Mexico, Central and South America
  ...['52', '54', '55', '56', '57', '58', '502', '503', '504', '505', '506', '507', '593', '598'],
  // South Africa, Malaysia, New Zealand, South Korea, China, Iran, Taiwan, Nepal
  ...['27', '60', '64', '82', '86', '98', '886', '977'],
])

/** The lengths of short codes, where the 3 to 8 digits of the contract are too wide. */
export const shortCodeLengths: ReadonlyMap<string, { shortest: number; longest: number }> = new Map([
  ['1', { shortest: 5, longest: 6 }],
  ['44', { shortest: 5, longest: 7 }],
])
