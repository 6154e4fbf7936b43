/** Whether two values are the same JSON. The order of fields does not matter, because jsonb does not preserve it. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [own, other] = [fieldsOf(a), fieldsOf(b)]
  return (
    own.size === other.size && [...own].every(([name, value]) => other.has(name) && isSameJson(value, other.get(name)))
  )
}

/** Undefined fields are not part of the JSON. */
const fieldsOf = (value: object): Map<string, unknown> =>
  new Map(Object.entries(value).filter(([, field]) => field !== undefined))
