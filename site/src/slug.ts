/** The anchor of a heading, as on GitHub, so links in docs/ work in both places. */
function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-')
}

/** A repeated heading gets a number, as on GitHub. */
export function slugger(): (heading: string) => string {
  const seen = new Map<string, number>()
  return heading => {
    const base = slug(heading)
    const count = seen.get(base) ?? 0
    seen.set(base, count + 1)
    return count === 0 ? base : `${base}-${count}`
  }
}
