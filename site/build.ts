/** `npm run build`: builds docs/ into static pages in site/dist, with relative links, so any web server can serve them. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Eleventy from '@11ty/eleventy'
import { fontFace } from '@posthorn/look/font-face'
import { fontBytes, fontName } from '@posthorn/look/font-file'
import { stylesheet } from '../server/src/http/reference/stylesheet.ts'
import { readDocuments } from './src/documents.ts'
import { markdown } from './src/markdown.ts'
import { searchIndex } from './src/search-index.ts'
import { sectionsOf } from './src/sections.ts'

// Eleventy resolves paths relative to the working directory.
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const output = 'site/dist'
const md = markdown()

rmSync(output, { recursive: true, force: true })
const eleventy = new Eleventy('docs', output, { configPath: 'site/eleventy.config.ts', quietMode: true })
// Errors are thrown; the rest of the log is noise.
eleventy.disableLogger()
await eleventy.write()

const writeAsset = (name: string, text: string | Buffer) => writeFileSync(join(output, 'assets', name), text)
writeAsset(
  'search.json',
  searchIndex(readDocuments('docs').flatMap(({ page, source }) => sectionsOf(md, source, page))),
)
writeAsset(fontName, fontBytes)
writeAsset('style.css', fontFace(fontName) + stylesheet + readFileSync('site/layouts/page.css', 'utf8'))
const minisearch = readFileSync(fileURLToPath(import.meta.resolve('minisearch')), 'utf8')
writeAsset('minisearch.js', minisearch.replace(/\n\/\/# sourceMappingURL.*/, ''))
