/** Markdown as on GitHub: the same anchors, links between pages, and code blocks with a copy button. */
import markdownIt from 'markdown-it'
import { pageLink } from './page-link.ts'
import { slugger } from './slug.ts'

/** The environment that Eleventy passes to markdown-it. We read only the path of the file in docs/: `/recipes/invoices`. */
export type PageContext = { page: { filePathStem: string } }

type Md = ReturnType<typeof markdownIt>
type Token = ReturnType<Md['parse']>[number]

export function markdown(): Md {
  const md = markdownIt({ html: false, linkify: false })
  md.core.ruler.push('anchors', state => nameHeadings(state.tokens))
  md.core.ruler.push('pages', state => {
    const { page }: PageContext = state.env
    for (const { children } of state.tokens) if (children) rewriteLinks(children, page.filePathStem)
  })
  md.renderer.rules.fence = (tokens, index) => codeBlock(md, tokens[index])
  md.renderer.rules.code_block = (tokens, index) => codeBlock(md, tokens[index])
  md.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table class="plain">'
  md.renderer.rules.table_close = () => '</table></div>'
  return md
}

function nameHeadings(tokens: readonly Token[]): void {
  const nextSlug = slugger()
  for (const [index, token] of tokens.entries())
    if (token.type === 'heading_open') token.attrSet('id', nextSlug(textOf(tokens[index + 1])))
}

/** The plain text of a heading. */
export const textOf = (inline: Token | undefined): string =>
  (inline?.children ?? []).map(({ type, content }) => (/^(text|code_inline)$/.test(type) ? content : '')).join('')

/** A link out of docs/ becomes text, because the site has no page for it. */
function rewriteLinks(tokens: Token[], page: string): void {
  let isOut = false
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const target = pageLink(String(token.attrGet('href')), page)
      isOut = target === undefined
      if (target !== undefined) token.attrSet('href', target)
    }
    if (isOut && /^link_/.test(token.type)) token.tag = 'span'
    if (isOut && token.type === 'link_open') token.attrs = null
    if (token.type === 'link_close') isOut = false
  }
}

const codeBlock = (md: Md, token: Token | undefined): string =>
  `<figure class="code"><pre tabindex="0"><code>${md.utils.escapeHtml(token?.content ?? '')}</code></pre></figure>\n`
