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

// Our own modules name each other by file (`./page.ts`, `#core/page.ts`): where such a name leads is known without looking for packages and links,
// which takes a sixth of a start.
const source = new URL('src/', import.meta.url).href
nodeModule.registerHooks({
  resolve(specifier, context, nextResolve) {
    const isOurs = specifier.endsWith('.ts') && context.parentURL?.startsWith(source)
    const url = isOurs && fileNamed(specifier, context.parentURL)
    return url ? { url, format: 'module-typescript', shortCircuit: true } : nextResolve(specifier, context)
  },
})

function fileNamed(specifier, parentURL) {
  if (specifier.startsWith('.')) return new URL(specifier, parentURL).href
  return specifier.startsWith('#') ? source + specifier.slice(1) : undefined
}
