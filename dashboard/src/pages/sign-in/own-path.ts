/**
 * Where a link may send somebody who has just signed in: only ever to a path of our own. The browser's own reading of it
 * counts, which takes `/\evil.example` and a tab between two slashes for another site.
 */
export function ownPath(next: string | undefined, origin: string): string | undefined {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return undefined
  const url = new URL(next, origin)
  // Of `/.//evil.example` two slashes are left, which would be another site when they are read again.
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined
}
