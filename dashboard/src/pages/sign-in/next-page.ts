/** Where somebody wanted to go before they went to the provider: kept in this tab, which comes back. */
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
