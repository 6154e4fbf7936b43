const maxLineLength = 44

/** JSON formatted for people: short values stay on one line, others are indented by two. */
export function jsonText(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const entries = Array.isArray(value)
    ? value.map(item => jsonText(item, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}: ${jsonText(item, inner)}`)
  if (entries.length === 0) return `${open}${close}`
  const line = entries.join(', ')
  if (indent && line.length <= maxLineLength && !line.includes('\n')) {
    return Array.isArray(value) ? `[${line}]` : `{ ${line} }`
  }
  return `${open}\n${inner}${entries.join(`,\n${inner}`)}\n${indent}${close}`
}
