/** Where names are looked up, from inside to outside, while a template is translated. */

/** `base`: what a plain name is a part of; undefined at the root, null where that is not known. */
export type Scope = { base: string | undefined | null; isLoop: boolean }

/** Words of Liquid's own are no names there. */
const name =
  /^(?!(?:and|blank|contains|empty|false|forloop|nil|not|null|or|true)\b)[A-Za-z_]\w{0,99}(?:\.\w{1,100}){0,20}$/
const loopVariables: Readonly<Record<string, string>> = {
  '@index': 'forloop.index0',
  '@first': 'forloop.first',
  '@last': 'forloop.last',
}

/** The path of a name in Liquid; undefined for what has none. */
export function resolve(said: string, scopes: readonly Scope[]): string | undefined {
  if (said.startsWith('@root.')) return within(undefined, said.slice(6))
  if (said.startsWith('@')) return scopes.at(-1)?.isLoop ? loopVariables[said] : undefined
  let depth = scopes.length - 1
  let rest = said
  while (rest.startsWith('../')) {
    rest = rest.slice(3)
    depth--
  }
  if (depth < 0) return undefined
  return within(scopes[depth]?.base, rest.replace(/^(this[./]|\.\/)/, ''))
}

function within(base: Scope['base'], said: string): string | undefined {
  if (base === null) return undefined
  if (said === 'this' || said === '.') return base
  if (!name.test(said)) return undefined
  return base === undefined ? said : `${base}.${said}`
}
