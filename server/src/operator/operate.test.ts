import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { Fatal } from '#core/fatal.ts'
import { openDatabase } from '#postgres/database.ts'
import { parseConfig } from '#setup/config.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { commandNames, loadCommands } from './commands.ts'
import { operate } from './operate.ts'
import { emptyFolder, operatorOf, type, typeJson } from './terminal.fixture.ts'

const commands = await loadCommands()

const idle = parseConfig({ POSTHORN_DATA_DIR: emptyFolder() })

test.each([[[]], [['help']], [['--help']], [['-h']]])('%j shows a page that names every command', async words => {
  const { out, exitCode } = await type(idle, ...words)

  expect(exitCode).toBe(0)
  for (const { name, summary } of commands) expect(out).toMatch(new RegExp(`${name} +${summary}`))
  expect(Math.max(...out.split('\n').map(line => line.length))).toBeLessThanOrEqual(120)
})

test('--version is the version of the server, also as JSON', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

  expect(await type(idle, '--version')).toEqual({ exitCode: 0, out: `posthorn ${version}\n` })
  expect(await typeJson(idle, '--version')).toEqual({ version })
})

test('each command is found by its own name', () => {
  expect(commands.map(({ name }) => name)).toEqual(commandNames)
})

test.each(commandNames)('help on "%s" names its options and an example of itself', async name => {
  const { out } = await type(idle, 'help', ...name.split(' '))

  expect((await type(idle, ...name.split(' '), '--help')).out).toBe(out)
  expect(out).toContain(`Example: npm run -s posthorn -- ${name}`)
  for (const [option, one] of Object.entries(commands.find(one => one.name === name)?.options ?? {})) {
    expect(out).toContain(`    ${one.positional ? one.value : `--${option}`} `)
  }
})

test('no command needs --organization while there is only one', () => {
  const needing = commands.filter(({ options }) => options.organization?.required)

  expect(needing.map(({ name }) => name)).toEqual([])
})

test('the docs write the commands of the operator as they are typed: the command of the package does not know them', () => {
  const folder = fileURLToPath(new URL('../../../docs/', import.meta.url))
  const files = globSync(['*.md', 'recipes/*.md'], { cwd: folder }).filter(file => file !== 'cli.md')
  const short = new RegExp(`\`posthorn (${commandNames.join('|')})\\b`)

  expect(files).toContain('operating.md')
  expect(files.filter(file => short.test(readFileSync(join(folder, file), 'utf8')))).toEqual([])
})

test('help with --json is one JSON document', async () => {
  const { commands: told } = await typeJson(idle, 'help')

  expect(told.map((one: { name: string }) => one.name)).toEqual(commands.map(({ name }) => name))
})

test.each([
  ['organisation create', 'Unknown command "organisation create". Did you mean "organization create"?'],
  ['keys list --json', 'Unknown command "keys list". Did you mean "key list"?'],
  ['key revok 0199', 'Unknown command "key revok". Did you mean "key revoke"?'],
  ['docter', 'Unknown command "docter". Did you mean "doctor"?'],
  ['hepl', 'Unknown command "hepl". Did you mean "help"?'],
  ['key frobnicate', 'Unknown command "key frobnicate". There are: key create, key list, key revoke.'],
  ['frobnicate', 'Unknown command "frobnicate".'],
  ['help frobnicate', 'Unknown command "frobnicate".'],
  ['--name x', '--name needs a command before it.'],
])('%s is refused with one line and a pointer to the help', async (typed, line) => {
  const refusal = await refusalOf(typed)

  expect(refusal.split('\n')).toEqual([line, 'try: npm run -s posthorn -- help'])
})

test.each([
  ['organization list --jsn', 'Unknown option --jsn. Did you mean --json?'],
  ['organization list --zebra', 'Unknown option --zebra.'],
  ['organization create --nmae x', 'Unknown option --nmae. Did you mean --name?'],
  ['organization create --name x', '--plan is missing: free, starter, pro, or enterprise.'],
  ['organization create --plan pro', '--name is missing.'],
  ['organization create --name --plan pro', /^--name needs a value/],
  ['organization create --name x --plan por', /^--plan must be free, .* not "por"\. Did you mean pro\?$/],
  ['organization create --name Acme Corp --plan pro', '"Corp" was not expected. Put a value with spaces in quotes.'],
  ['key revoke', '<id> is missing.'],
  ['organization set-plan a --id b --plan pro', '--id is given twice, as "a" and "b".'],
  ['transport remove mail', /^<channel> must be email or sms, not "mail"/],
  ['key revoke a b', '"b" was not expected. Put a value with spaces in quotes.'],
  ['doctor all', '"all" was not expected. Put a value with spaces in quotes.'],
])('%s is refused with one line and a pointer to the help', async (typed, line) => {
  const [first, hint, ...more] = (await refusalOf(typed)).split('\n')

  expect(first).toMatch(line)
  expect(hint).toMatch(/^try: npm run -s posthorn -- help /)
  expect(more).toEqual([])
})

test('the first word of a command alone is told the others', async () => {
  const words = '"key" needs another word: key create, key list, key revoke.'

  expect(await refusalOf('key')).toBe(`${words}\ntry: npm run -s posthorn -- help key`)
})

test.each(['help key', 'key --help', '-h key'])('%s shows the commands of the group', async typed => {
  const { out, exitCode } = await type(idle, ...typed.split(' '))

  expect(exitCode).toBe(0)
  for (const { name, summary } of commands)
    expect(out.includes(`${name} `) && out.includes(summary)).toBe(name.startsWith('key '))
})

test('-h after an option is its value, and elsewhere asks for help', async () => {
  expect(await refusalOf('organization create --plan -h --name x')).toMatch(/^--plan must be free, .* not "-h"\./)
  expect((await type(idle, 'organization', 'create', '--name', 'x', '-h')).out).toContain('Example: ')
})

test('a command says in one line that Posthorn is not running', async () => {
  expect(await refusalOf('organization list')).toBe(
    `Posthorn is not running on ${idle.dataDir}: start it with npm start, or set DATABASE_URL`,
  )
})

test('a command that the database cannot do now says why', async () => {
  const url = await createTestDatabase(inject('clusterUrl'))
  await using database = openDatabase({ url })
  await database.pool.query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`)

  await expect(
    type(parseConfig({ DATABASE_URL: url }), 'organization', 'create', '--name', 'Acme', '--plan', 'pro'),
  ).rejects.toThrow(/^The database cannot do this now: cannot execute \w+ in a read-only transaction\. Run `.*doctor`/)
})

test('with --json, the error of a failed command is one JSON document', async () => {
  const written: string[] = []
  const operator = { ...operatorOf(idle), write: (text: string) => void written.push(text) }

  await expect(operate(['key', 'revoke', '--json'], operator)).rejects.toThrow('<id> is missing.')
  expect(JSON.parse(written.join(''))).toEqual({ message: expect.stringContaining('<id> is missing.') })
})

test('with --json, so is an error that nobody foresaw', async () => {
  const written: string[] = []
  const loadConfig = () => {
    throw new TypeError('a bug')
  }
  const operator = { ...operatorOf(idle), loadConfig, write: (text: string) => void written.push(text) }

  await expect(operate(['organization', 'list', '--json'], operator)).rejects.toThrow(TypeError)
  expect(JSON.parse(written.join(''))).toEqual({ message: 'a bug' })
})

async function refusalOf(typed: string): Promise<string> {
  const error = await type(idle, ...typed.split(' ')).catch((error: unknown) => error)
  if (!(error instanceof Fatal)) throw new Error(`"${typed}" was not refused`)
  return error.message
}
