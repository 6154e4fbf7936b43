import type { Method } from '@posthorn/contract/operation'

/** A fixed path wins over one with an id: /v1/contacts/lookup is not the contact "lookup". */
export function methodsByPath(routes: readonly { method: Method; path: string }[]): (path: string) => Method[] {
  const patterns = routes.map(({ method, path }) => ({
    method,
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  return path => {
    const fixed = patterns.filter(route => route.path === path)
    const matching = fixed.length > 0 ? fixed : patterns.filter(route => route.pattern.test(path))
    return matching.map(route => route.method)
  }
}
