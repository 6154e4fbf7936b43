/** Which row of a list was opened last, so that whoever comes back is where they were: the same filters, the same row. */
type Opened = { href: string; row: string }

const lists = new Map<string, Opened>()

export const noteOpened = (pathname: string, opened: Opened): void => {
  lists.set(pathname, opened)
}

/** The list as it was left, for the way back to it. */
export const listLeft = (pathname: string): string | undefined => lists.get(pathname)?.href

/** Which row it was, without taking the focus there. */
export function lastOpened(pathname: string, href: string): string | undefined {
  const opened = lists.get(pathname)
  return opened?.href === href ? opened.row : undefined
}

/** Told once: later the focus belongs to whoever moves it. */
export function takeOpened(pathname: string, href: string): string | undefined {
  const row = lastOpened(pathname, href)
  if (row !== undefined) lists.delete(pathname)
  return row
}
