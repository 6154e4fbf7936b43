/**
 * Where a link may redirect after sign-in: only to a path on this origin. Uses the browser's URL parser, because it reads
 * `/\evil.example`, or a tab between two slashes, as another site.
 */
export function ownPath(next: string | undefined, origin: string): string | undefined {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return undefined
  const url = new URL(next, origin)
  // `/.//evil.example` normalizes to a path with two leading slashes, which would be read as another site.
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined
}
