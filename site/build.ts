/** `npm run build`: docs/ as a folder of static pages, site/dist, that works wherever it is put. */
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

// Eleventy takes paths relative to where it is started.
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const output = 'site/dist'
const md = markdown()

rmSync(output, { recursive: true, force: true })
const eleventy = new Eleventy('docs', output, { configPath: 'site/eleventy.config.ts', quietMode: true })
// It throws what goes wrong; what goes well need not be told.
eleventy.disableLogger()
await eleventy.write()

const keep = (name: string, text: string | Buffer) => writeFileSync(join(output, 'assets', name), text)
keep('search.json', searchIndex(readDocuments('docs').flatMap(({ page, source }) => sectionsOf(md, source, page))))
keep(fontName, fontBytes)
keep('style.css', fontFace(fontName) + stylesheet + readFileSync('site/layouts/page.css', 'utf8'))
const minisearch = readFileSync(fileURLToPath(import.meta.resolve('minisearch')), 'utf8')
keep('minisearch.js', minisearch.replace(/\n\/\/# sourceMappingURL.*/, ''))
