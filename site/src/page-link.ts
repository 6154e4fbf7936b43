/**
 * Pages have the same paths as their files in docs/, so a link only needs another extension. Undefined for a link out of docs/.
 * `stem` is the page that contains the link: `/recipes/invoices`.
 */
export function pageLink(href: string, stem: string): string | undefined {
  if (/^(https?:|mailto:|#)/.test(href)) return href
  const [path = '', anchor] = href.split('#', 2)
  if (leadsOut(path, stem)) return undefined
  const target = path.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html')
  return anchor === undefined ? target : `${target}#${anchor}`
}

/** The address in the site of a page of docs/, given without its extension. */
export const pageAddress = (page: string): string => `${page.replace(/(^|\/)README$/, '$1index')}.html`

/** The relative path from a page to the root of the site. */
export const rootFrom = (page: string): string => '../'.repeat(page.split('/').length - 1)

function leadsOut(path: string, stem: string): boolean {
  return !new URL(path, `file:///repository/docs${stem}`).pathname.startsWith('/repository/docs/')
}
