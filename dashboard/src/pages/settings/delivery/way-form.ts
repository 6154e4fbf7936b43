/** What a form for a way that messages leave by consists of. */

export type Values = Readonly<Record<string, string>>

export type WayField = {
  name: string
  label: string
  hint?: string
  placeholder?: string
  /** Never shown; left empty, the saved one stays. */
  isSecret?: boolean
  isOptional?: boolean
  options?: readonly { value: string; label: string }[]
}

export type WayStart = { choice: string; values: Values; hasSecret: boolean }

/** Optional fields that are empty are left out. */
export const given = <Name extends string>(name: Name, value = ''): { [K in Name]?: string } => {
  const filled: { [K in Name]?: string } = {}
  if (value.trim() !== '') filled[name] = value.trim()
  return filled
}
