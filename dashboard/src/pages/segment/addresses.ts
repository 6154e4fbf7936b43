/** The addresses in pasted text, separated by commas, semicolons, spaces or line breaks. */
export const addressesIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
