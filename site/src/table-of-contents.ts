/** The headings of a page as a list of links, from its markup: `<h2 id="…">…</h2>`. */
export function tableOfContents(markup: string): { id: string; title: string }[] {
  return [...markup.matchAll(/<h2 id="([^"]*)"[^>]*>(.*?)<\/h2>/g)].map(([, id = '', title = '']) => ({
    id,
    title: title.replaceAll(/<[^>]+>/g, ''),
  }))
}
