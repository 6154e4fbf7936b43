import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import markdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { textOf } from './markdown.ts'
import { slugger } from './slug.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const md = markdownIt()
const parsed = new Map<string, ReturnType<typeof md.parse>>()
function parse(file: string) {
  const tokens = parsed.get(file) ?? md.parse(readFileSync(join(root, file), 'utf8'), {})
  parsed.set(file, tokens)
  return tokens
}
const texts = globSync(
  ['*.md', 'docs/**/*.md', '{bench,dashboard,sdk,sdk/python}/README.md', 'server/src/**/README.md'],
  {
    cwd: root,
  },
)

function linksIn(file: string): string[] {
  const inlines = parse(file).flatMap(({ children }) => children ?? [])
  return inlines.flatMap(token => token.attrGet('href') ?? token.attrGet('src') ?? [])
}

function anchorsIn(file: string): string[] {
  const tokens = parse(file)
  const nextSlug = slugger()
  return tokens.flatMap((token, index) => (token.type === 'heading_open' ? nextSlug(textOf(tokens[index + 1])) : []))
}

function isDead(link: string, file: string): boolean {
  const [path = '', anchor] = link.split('#', 2)
  const target = path ? normalize(join(dirname(file), decodeURI(path))) : file
  if (!existsSync(join(root, target))) return true
  return anchor !== undefined && !anchorsIn(target).includes(anchor)
}

test.each(texts)('every link in %s to a file or a heading resolves', file => {
  const own = linksIn(file).filter(link => !/^(https?|mailto):/.test(link))

  expect(own.filter(link => isDead(link, file))).toEqual([])
})
