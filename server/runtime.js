// Loaded before anything else (`node --import`), by whichever Node there is: so in JavaScript, and old enough for all of them.
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Posthorn runs on Node 24, which \`npm ci\` brings along; this is ${process.version}. Run \`npm ci\` first.\n`,
  )
  process.exit(1)
}

// What V8 compiled and Node stripped of its types is kept for the next start, which saves about a third of its time and 20 MB.
// In our own folder: one that others may write to could be made to run theirs.
nodeModule.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/posthorn', import.meta.url)))

// Modules name their neighbours by file (`./page.ts`, `#core/page.ts`, `./types/unsafe.mjs` in a package): where such a name leads is known without
// looking for packages and links. What else our own modules name means the same in all of them. Searching would take a quarter of a start.
const source = new URL('src/', import.meta.url).href
const found = new Map()
nodeModule.registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!context.conditions.includes('import')) return nextResolve(specifier, context)
    const url = fileNamed(specifier, context.parentURL)
    if (url) return { url, ...(url.endsWith('.ts') && { format: 'module-typescript' }), shortCircuit: true }
    if (!context.parentURL?.startsWith(source) || specifier.startsWith('.')) return nextResolve(specifier, context)
    if (!found.has(specifier)) found.set(specifier, { ...nextResolve(specifier, context), shortCircuit: true })
    return found.get(specifier)
  },
})

function fileNamed(specifier, parentURL = '') {
  const isOurs = parentURL.startsWith(source) && specifier.endsWith('.ts')
  if (isOurs && specifier.startsWith('#')) return source + specifier.slice(1)
  const isOfPackage = parentURL.includes('/node_modules/') && /\.m?js$/.test(specifier)
  return specifier.startsWith('.') && (isOurs || isOfPackage) ? new URL(specifier, parentURL).href : undefined
}
