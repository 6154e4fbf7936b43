/** The entries of the search: the sections of a page, each with its heading. */
import { type markdown, type PageContext, textOf } from './markdown.ts'
import { pageAddress } from './page-link.ts'

export type Section = { address: string; page: string; heading: string; text: string }

export function sectionsOf(md: ReturnType<typeof markdown>, source: string, page: string): Section[] {
  const tokens = md.parse(source, { page: { filePathStem: `/${page}` } } satisfies PageContext)
  const sections: Section[] = []
  const title = titleOf(source)
  for (const [index, token] of tokens.entries()) {
    const inline = tokens[index + 1]
    if (token.type === 'heading_open') {
      const anchor = token.tag === 'h1' ? '' : `#${token.attrGet('id')}`
      sections.push({ address: pageAddress(page) + anchor, page: title, heading: textOf(inline), text: '' })
    } else if (token.content && tokens[index - 1]?.type !== 'heading_open') {
      const section = sections.at(-1)
      if (section) section.text += ` ${token.children ? textOf(token) : token.content}`
    }
  }
  return sections
}

/** The title of a page is its first heading. */
export const titleOf = (source: string): string => /^# (.+)$/m.exec(source)?.[1]?.replaceAll('`', '') ?? 'Posthorn'
