/** Addresses as people paste them: with commas, semicolons, spaces or line breaks between them. */
export const addressesIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
