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

/** The folders of docs/decisions/ and their titles. */
const subjects = {
  api: 'API and clients',
  engine: 'The engine',
  sending: 'Sending',
  audience: 'Contacts and broadcasts',
  people: 'People',
  postgres: 'PostgreSQL',
  operating: 'Operating',
  code: 'Code and looks',
}

function listOfDecisions(all: readonly Document[]): Document {
  const lists = Object.entries(subjects).map(([folder, title]) => {
    const decisions = all.filter(({ page }) => page.startsWith(`decisions/${folder}/`))
    const items = decisions.map(one => `- [${one.title}](${one.page.replace('decisions/', '')}.md)`)
    return `## ${title}\n\n${items.join('\n')}\n`
  })
  const intro = 'Why Posthorn is designed the way it is: what was tried, what was measured, what was chosen.'
  return { page: 'decisions/README', title: 'Decisions', source: `# Decisions\n\n${intro}\n\n${lists.join('\n')}` }
}
