/** `npm run build` in sdk/: compiles the published package, plain JavaScript with types, into dist/ or the given folder. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const sdk = fileURLToPath(new URL('.', import.meta.url))
const folder = process.argv[2] ?? join(sdk, 'dist')

rmSync(folder, { recursive: true, force: true })
const tsc = join(sdk, '../node_modules/typescript-native/bin/tsc')
execFileSync(process.execPath, [tsc, '-p', join(sdk, 'tsconfig.build.json'), '--outDir', folder], { stdio: 'inherit' })

// The compiler keeps the .ts extensions in the types, but the folder has only .js files.
for (const name of readdirSync(folder).filter(name => name.endsWith('.d.ts'))) {
  const file = join(folder, name)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(['"]\.\/[\w.-]+)\.ts(?=['"])/g, '$1.js'))
}
