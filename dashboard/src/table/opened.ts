/** The row of each list that was opened last, so that going back restores the filters and the row. */
type Opened = { href: string; row: string }

const lists = new Map<string, Opened>()

export const noteOpened = (pathname: string, opened: Opened): void => {
  lists.set(pathname, opened)
}

/** The URL of the list when it was left. */
export const listLeft = (pathname: string): string | undefined => lists.get(pathname)?.href

/** The row that was opened, without consuming it. */
export function lastOpened(pathname: string, href: string): string | undefined {
  const opened = lists.get(pathname)
  return opened?.href === href ? opened.row : undefined
}

/** Returns the row once, so that the focus is restored only once. */
export function takeOpened(pathname: string, href: string): string | undefined {
  const row = lastOpened(pathname, href)
  if (row !== undefined) lists.delete(pathname)
  return row
}
