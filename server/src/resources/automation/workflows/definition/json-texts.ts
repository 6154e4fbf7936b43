/** Free-form JSON of the author, such as the body of a webhook. */

/** The maximum depth of a request. */
export const maxJsonDepth = 32

export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(inner => isDeeperThan(levels - 1, inner))
}

/** Replaces every string in the JSON; keys stay. `path` is the string's position, with dots. */
export function replaceTexts(value: unknown, replace: (text: string, path: string) => string, path = ''): unknown {
  const inside = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
  if (typeof value === 'string') return replace(value, path)
  if (Array.isArray(value)) return value.map((item, index) => replaceTexts(item, replace, inside(index)))
  if (typeof value !== 'object' || value === null) return value
  // fromEntries treats __proto__ like any other key.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceTexts(item, replace, inside(key))]))
}
