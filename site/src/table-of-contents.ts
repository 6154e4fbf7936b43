/** The second-level headings of a page, from its HTML: `<h2 id="…">…</h2>`. */
export function tableOfContents(markup: string): { id: string; title: string }[] {
  return [...markup.matchAll(/<h2 id="([^"]*)"[^>]*>(.*?)<\/h2>/g)].map(([, id = '', title = '']) => ({
    id,
    title: title.replaceAll(/<[^>]+>/g, ''),
  }))
}
