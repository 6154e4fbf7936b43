/** `npm run generate` writes every generated file; with --check it only lists the stale ones. */
import { readFile, writeFile } from 'node:fs/promises'
import { openapi } from '@posthorn/contract/openapi/openapi'
import { openTestDatabase, startTestCluster } from '../testing/postgres.ts'
import { clientFiles } from './clients/files.ts'
import { schemaDump, schemaTypes } from './schema.ts'
import { envExample, settingsPage } from './settings.ts'

const root = new URL('../../', import.meta.url)

async function generate(): Promise<Record<string, string>> {
  await using cluster = await startTestCluster()
  await using database = await openTestDatabase(cluster.url)
  return {
    'contract/openapi.json': `${JSON.stringify(openapi(), null, 2)}\n`,
    'server/src/postgres/schema.generated.ts': await schemaTypes(database.db),
    'server/src/postgres/schema.sql': await schemaDump(database.db),
    '.env.example': envExample(),
    'docs/settings.md': settingsPage(),
    ...clientFiles(root),
  }
}

const check = process.argv.includes('--check')
const stale: string[] = []
for (const [path, text] of Object.entries(await generate())) {
  const file = new URL(path, root)
  if ((await readFile(file, 'utf8').catch(() => '')) === text) continue
  stale.push(path)
  if (!check) await writeFile(file, text)
}
if (stale.length === 0) process.stdout.write('Generated files are up to date.\n')
else if (!check) process.stdout.write(`Written: ${stale.join(', ')}\n`)
else {
  process.stderr.write(`Stale: ${stale.join(', ')}. Run \`npm run generate\` and commit the result.\n`)
  process.exitCode = 1
}
