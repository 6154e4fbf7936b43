/** The pages: the files in docs/, and a generated list of the decisions. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { titleOf } from './sections.ts'

/** `page` is the path in docs/ without its extension. */
export type Document = { page: string; title: string; source: string }

export function readDocuments(folder: string): Document[] {
  const found = globSync('**/*.md', { cwd: folder })
    .map(path => path.replaceAll('\\', '/'))
    .sort()
    .map(path => {
      const source = readFileSync(join(folder, path), 'utf8')
      return { page: path.replace(/\.md$/, ''), title: titleOf(source), source }
    })
  return [...found, listOfDecisions(found)]
}

const listOfDecisions = (all: readonly Document[]): Document => {
  const decisions = all.filter(({ page }) => page.startsWith('decisions/'))
  const items = decisions.map(({ page, title }) => `- [${title}](${page.replace('decisions/', '')}.md)`)
  const source = `# Decisions\n\nWhy Posthorn is designed the way it is: what was tried, what was measured, what was chosen.\n\n${items.join('\n')}\n`
  return { page: 'decisions/README', title: 'Decisions', source }
}
