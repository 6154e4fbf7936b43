/** As at Twilio, spaces and punctuation between the digits do not count. A plus that was not encoded arrives as a space. */
export const numberIn = (text: string): string =>
  /^[+ ][\d ().-]{1,50}$/.test(text) ? `+${text.replaceAll(/\D/g, '')}` : text
