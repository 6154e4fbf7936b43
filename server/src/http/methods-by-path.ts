import type { Method } from '@posthorn/contract/operation'

/** A fixed path is never taken for one with an id in it: /v1/contacts/lookup is not the contact "lookup". */
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
