/** POSTHORN_BODIES: `postgres`, `file:/path` or `s3://bucket/prefix?endpoint=…&region=…&style=…`, each of the last two with `over=`. */

/** `over`: contents larger than this many bytes are stored there. */
export type BodiesPlace =
  | { kind: 'postgres' }
  | { kind: 'file'; folder: string; over: number }
  | {
      kind: 's3'
      bucket: string
      prefix: string
      endpoint: string
      region: string
      style: 'path' | 'host'
      over: number
    }

/** Below this size, a PostgreSQL row takes less space than an object and the rows that refer to it. */
const defaultOver = 1024

export function parseBodiesPlace(text: string): BodiesPlace | undefined {
  if (text === 'postgres') return { kind: 'postgres' }
  const url = URL.parse(text)
  if (url === null || url.username + url.hash !== '') return undefined
  const over = url.searchParams.get('over') ?? `${defaultOver}`
  if (!/^\d{1,9}$/.test(over)) return undefined
  // Without the slash, a folder meant to be here would be at the root.
  if (url.protocol === 'file:') return /^file:\//i.test(text) ? parseFolder(url, Number(over)) : undefined
  return url.protocol === 's3:' ? parseBucket(url, Number(over)) : undefined
}

const onlyHas = (url: URL, names: readonly string[]) => [...url.searchParams.keys()].every(name => names.includes(name))

function parseFolder(url: URL, over: number): BodiesPlace | undefined {
  const folder = pathIn(url)
  if (folder === undefined) return undefined
  const isWhole = url.hostname === '' && folder !== '/' && onlyHas(url, ['over'])
  return isWhole ? { kind: 'file', folder, over } : undefined
}

function pathIn({ pathname }: URL): string | undefined {
  try {
    const path = decodeURIComponent(pathname)
    return path.includes('\0') ? undefined : path
  } catch {
    return undefined
  }
}

function parseBucket(url: URL, over: number): BodiesPlace | undefined {
  const { hostname: bucket, pathname, searchParams } = url
  const region = searchParams.get('region') ?? 'us-east-1'
  const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  // Most providers other than Amazon have no DNS name per bucket.
  const style = searchParams.get('style') ?? (searchParams.has('endpoint') ? 'path' : 'host')
  const prefix = pathname.replace(/^\/+|\/+$/g, '')
  const at = URL.parse(endpoint)
  const isRight =
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) &&
    /^[\w./-]{0,200}$/.test(prefix) &&
    /^[a-z0-9-]{1,40}$/.test(region) &&
    (at?.protocol === 'https:' || at?.protocol === 'http:') &&
    at.search === '' &&
    (style === 'path' || style === 'host') &&
    onlyHas(url, ['over', 'region', 'endpoint', 'style'])
  if (!isRight || (style !== 'path' && style !== 'host')) return undefined
  return { kind: 's3', bucket, prefix, endpoint: endpoint.replace(/\/+$/, ''), region, style, over }
}
