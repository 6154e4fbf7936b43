/** The pictures of the dashboard that a text shows: `![…](pictures/inbox-light.png)`, from wherever it stands. */
export const namedPictures = (markdown: string): string[] => [
  ...new Set([...markdown.matchAll(/\]\([^)\s]*pictures\/([\w-]+)\.png\)/g)].map(([, name = '']) => name)),
]
