/** What a run gives every template by itself. */
const given = ['contact', 'trigger']

/** Variables that a step has to give: those with a field of their own, and those inside of others, which only JSON can say. */
export function askedFor(variables: readonly string[]): { fields: string[]; others: string[] } {
  const asked = variables.filter(name => !given.includes(name.split('.')[0] ?? ''))
  const isWithin = (name: string) => name.includes('.') || asked.some(other => other.startsWith(`${name}.`))
  return { fields: asked.filter(name => !isWithin(name)), others: asked.filter(name => name.includes('.')) }
}
