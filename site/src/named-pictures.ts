/** The dashboard pictures that a text shows, with any relative path: `![…](pictures/inbox-light.png)`. */
export const namedPictures = (markdown: string): string[] => [
  ...new Set([...markdown.matchAll(/\]\([^)\s]*pictures\/([\w-]+)\.png\)/g)].map(([, name = '']) => name)),
]
