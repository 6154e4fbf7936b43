/** The variables that a step has to provide: `fields` can be edited as text, `others` are nested and need JSON. `given` ones are provided by the run. */
export function requiredVariables(
  variables: readonly string[],
  given: readonly string[],
): { fields: string[]; others: string[] } {
  const asked = variables.filter(name => !given.includes(name.split('.')[0] ?? ''))
  const isWithin = (name: string) => name.includes('.') || asked.some(other => other.startsWith(`${name}.`))
  return { fields: asked.filter(name => !isWithin(name)), others: asked.filter(name => name.includes('.')) }
}
