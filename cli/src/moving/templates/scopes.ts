/** The scopes in which names are resolved during a translation, innermost last. */

/** `base`: the path that a plain name is relative to; undefined at the root, null when unknown. */
export type Scope = { base: string | undefined | null; isLoop: boolean }

/** Keywords of Liquid cannot be names. */
const name =
  /^(?!(?:and|blank|contains|empty|false|forloop|nil|not|null|or|true)\b)[A-Za-z_]\w{0,99}(?:\.\w{1,100}){0,20}$/
const loopVariables: Readonly<Record<string, string>> = {
  '@index': 'forloop.index0',
  '@first': 'forloop.first',
  '@last': 'forloop.last',
}

/** The Liquid path of a name; undefined if it has none. */
export function resolve(expression: string, scopes: readonly Scope[]): string | undefined {
  if (expression.startsWith('@root.')) return within(undefined, expression.slice(6))
  if (expression.startsWith('@')) return scopes.at(-1)?.isLoop ? loopVariables[expression] : undefined
  let depth = scopes.length - 1
  let rest = expression
  while (rest.startsWith('../')) {
    rest = rest.slice(3)
    depth--
  }
  if (depth < 0) return undefined
  return within(scopes[depth]?.base, rest.replace(/^(this[./]|\.\/)/, ''))
}

function within(base: Scope['base'], expression: string): string | undefined {
  if (base === null) return undefined
  if (expression === 'this' || expression === '.') return base
  if (!name.test(expression)) return undefined
  return base === undefined ? expression : `${base}.${expression}`
}
