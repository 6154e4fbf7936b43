/**
 * Where a name or a short code may stand in `from`, by the country code of the recipient. Networks change their minds: edit these
 * lists. Many of the countries that take names want them registered with the carrier first (India, Singapore, Turkey, …).
 */

/** Their networks refuse names or put a number in their place. A name is for people who cannot answer. */
export const codesWithoutNames: ReadonlySet<string> = new Set([
  // The United States, Canada and the Caribbean
  '1',
  // Mexico, Central and South America
  ...['52', '54', '55', '56', '57', '58', '502', '503', '504', '505', '506', '507', '593', '598'],
  // South Africa, Malaysia, New Zealand, South Korea, China, Iran, Taiwan, Nepal
  ...['27', '60', '64', '82', '86', '98', '886', '977'],
])

/** How many digits short codes have, where the contract's 3 to 8 says too little. */
export const shortCodeLengths: ReadonlyMap<string, { shortest: number; longest: number }> = new Map([
  ['1', { shortest: 5, longest: 6 }],
  ['44', { shortest: 5, longest: 7 }],
])
