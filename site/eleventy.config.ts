import type { UserConfig } from '@11ty/eleventy'
import { readDocuments } from './src/documents.ts'
import { markdown } from './src/markdown.ts'
import { navigation } from './src/navigation.ts'
import { pageAddress, rootFrom } from './src/page-link.ts'
import { titleOf } from './src/sections.ts'
import { tableOfContents } from './src/table-of-contents.ts'

type Data = { page: { filePathStem: string; rawInput: string } }
const pageOf = ({ page }: Data): string => page.filePathStem.slice(1)

export default function configure(config: UserConfig) {
  const documents = readDocuments('docs')
  const titles = new Map(documents.map(({ page, title }) => [page, title]))
  const groups = navigation.map(({ title, pages }) => ({
    title,
    pages: pages.map(page => ({ title: titles.get(page), address: pageAddress(page) })),
  }))
  config.setLibrary('md', markdown())
  // Eleventy disables indented code blocks.
  config.amendLibrary('md', md => void md.enable('code'))
  config.addFilter('contents', tableOfContents)
  config.addGlobalData('layout', 'page.liquid')
  config.addGlobalData('groups', groups)
  config.addGlobalData('eleventyComputed', {
    permalink: (data: Data) => pageAddress(pageOf(data)),
    title: (data: Data) => titleOf(data.page.rawInput),
    root: (data: Data) => rootFrom(pageOf(data)),
    current: (data: Data) => pageAddress(pageOf(data)),
  })
  const decisions = documents.find(({ page }) => page === 'decisions/README')
  if (decisions) config.addTemplate('decisions/README.md', decisions.source)
  config.addPassthroughCopy({
    'docs/pictures': 'pictures',
    'site/assets': 'assets',
    'dashboard/public/icon.svg': 'assets/icon.svg',
  })
  return {
    dir: { includes: '../site/layouts' },
    templateFormats: ['md'],
    // Braces in docs/ are examples of templates, not templates.
    markdownTemplateEngine: false,
  }
}
