/** The page to open after signing in with the provider, kept in this tab's session storage. */
const key = 'posthorn.next'

export function rememberNext(next: string | undefined): void {
  if (next === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, next)
}

export function takeNext(): string | undefined {
  const next = sessionStorage.getItem(key) ?? undefined
  sessionStorage.removeItem(key)
  return next
}
