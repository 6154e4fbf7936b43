/** For clients that cannot be configured with a path: a header that no browser sends tells them apart from browsers. */
import type { IncomingMessage } from 'node:http'
import type { Door } from './door.ts'

type Asked = Pick<IncomingMessage, 'url' | 'headers'>

/** The path to route a request by. Some clients send two slashes when their base URL ends with one. */
export function routedPaths(doors: readonly Door[]): (request: Asked) => string {
  const atRoot = doors.flatMap(({ name, atRoot }) =>
    atRoot ? [{ name, ...atRoot, words: new Set(atRoot.words) }] : [],
  )
  const names = new Set(doors.map(door => door.name))
  return ({ url = '/', headers }) => {
    if (url.startsWith('/v1/')) return url
    const word = /^\/{1,2}([a-z0-9-]+)(?=[/?]|$)/.exec(url)?.[1]
    if (word === undefined) return url
    if (names.has(word)) return withoutLastSlash(url.startsWith(`/${word}//`) ? url.replace('//', '/') : url)
    for (const { name, header, value, words } of atRoot) {
      const given = headers[header]
      if (words.has(word) && typeof given === 'string' && value.test(given))
        return withoutLastSlash(`/${name}${url.replace(/^\/\//, '/')}`)
    }
    return url
  }
}

/** Some clients end a path with a slash, such as Postmark's `email/withTemplate/` in Django. */
function withoutLastSlash(url: string): string {
  const [path = '', ...query] = url.split('?')
  let end = path.length
  while (path[end - 1] === '/') end--
  return [path.slice(0, end), ...query].join('?')
}
