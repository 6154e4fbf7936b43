const characters = new Intl.Segmenter('en')

/** The first characters of the first two words, as a reader sees them: an emoji or a letter with marks is one. */
export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map(word => characters.segment(word).containing(0)?.segment ?? '')
    .join('')
    .toUpperCase()
