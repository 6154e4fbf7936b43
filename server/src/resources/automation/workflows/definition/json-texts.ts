/** JSON of the author's own, such as the body of a webhook. */

/** As deep as a request may be. */
export const deepestJson = 32

export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(inner => isDeeperThan(levels - 1, inner))
}

/** The same JSON with each string in it replaced; the names of fields stay. `path` is where the string stands, with dots. */
export function replaceTexts(value: unknown, replace: (text: string, path: string) => string, path = ''): unknown {
  const inside = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
  if (typeof value === 'string') return replace(value, path)
  if (Array.isArray(value)) return value.map((item, index) => replaceTexts(item, replace, inside(index)))
  if (typeof value !== 'object' || value === null) return value
  // fromEntries makes __proto__ a field like any other.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceTexts(item, replace, inside(key))]))
}
