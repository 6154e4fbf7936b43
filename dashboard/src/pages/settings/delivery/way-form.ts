/** The parts of a form for a way to send messages. */

export type Values = Readonly<Record<string, string>>

export type WayField = {
  name: string
  label: string
  hint?: string
  placeholder?: string
  /** Never shown; if left empty, the saved secret is kept. */
  isSecret?: boolean
  isOptional?: boolean
  options?: readonly { value: string; label: string }[]
}

export type WayStart = { choice: string; values: Values; hasSecret: boolean }

/** Omits an empty optional field. */
export const given = <Name extends string>(name: Name, value = ''): { [K in Name]?: string } => {
  const filled: { [K in Name]?: string } = {}
  if (value.trim() !== '') filled[name] = value.trim()
  return filled
}
