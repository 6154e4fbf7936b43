/** Variables that have to be given, beside those that are anyway: those with a field of their own, and those inside of others, which only JSON can say. */
export function askedFor(
  variables: readonly string[],
  given: readonly string[],
): { fields: string[]; others: string[] } {
  const asked = variables.filter(name => !given.includes(name.split('.')[0] ?? ''))
  const isWithin = (name: string) => name.includes('.') || asked.some(other => other.startsWith(`${name}.`))
  return { fields: asked.filter(name => !isWithin(name)), others: asked.filter(name => name.includes('.')) }
}
