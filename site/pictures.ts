/** `npm run pictures`: copies the pictures that docs/ and the README show from the last run of the browser tests. */
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readDocuments } from './src/documents.ts'
import { namedPictures } from './src/named-pictures.ts'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const sources = [...readDocuments('docs').map(({ source }) => source), readFileSync('README.md', 'utf8')]
const names = new Set(sources.flatMap(namedPictures))

for (const name of names) {
  const taken = join('test-output/dashboard', `${name}.png`)
  if (existsSync(taken)) copyFileSync(taken, join('docs/pictures', `${name}.png`))
  else {
    process.stderr.write(`${taken} is missing: run \`npx vitest run --project browser\` first.\n`)
    process.exitCode = 1
  }
}
