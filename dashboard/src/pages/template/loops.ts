/** The lists that a template loops over and the fields it prints of each entry. The server reports only the list. */
export type Loops = Readonly<Record<string, readonly string[]>>

/** More than anyone writes by hand. */
const maxLoops = 20

/** The fields of an entry by list, such as order.items; empty if the entry itself is printed. */
export function loopsIn(sources: readonly (string | undefined)[]): Loops {
  const tags = Array.from(sources.join('\n').matchAll(/\{[{%]([^{}]*)[%}]\}/g), ([, inside = '']) => inside)
  const heads = tags.flatMap(tag => {
    const [, entry, list] = /^-?\s*for\s+([\w-]+)\s+in\s+([\w.-]+)/.exec(tag) ?? []
    return entry !== undefined && list !== undefined ? [{ entry, list }] : []
  })
  const loops: Record<string, string[]> = {}
  for (const { entry, list } of heads.slice(0, maxLoops))
    loops[list] = [...(loops[list] ?? []), ...fieldsOf(entry, tags)]
  return loops
}

function fieldsOf(entry: string, tags: readonly string[]): string[] {
  const fields = new Set<string>()
  for (const tag of tags)
    for (const [, name, field = ''] of tag.matchAll(/(?<![\w.-])([\w-]+)\.([\w.-]+)/g))
      if (name === entry) fields.add(field)
  return [...fields]
}
