/** The command as users install it: packed, installed offline into an empty folder, and run with its own login. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Contact } from '@posthorn/contract/audience/contacts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { newEmail } from '../http-client/unique.ts'
import { createOrganization, type Organization } from '../service/operator.ts'
import { node, repository, run } from '../service/service.ts'

const { url, dataDir } = inject('service')
const execute = promisify(execFile)
const place = mkdtempSync(join(tmpdir(), 'posthorn-cli-'))
const script = join(place, 'prefix/bin/posthorn')
const env = { HOME: place, XDG_CONFIG_HOME: place, PATH: process.env.PATH ?? '' }
let organization: Organization

beforeAll(async () => {
  organization = await createOrganization(dataDir, 'enterprise')
  // The build needs the Node of the repository, so that npm has to start that one.
  const options = { cwd: repository, env: { ...env, PATH: `${join(repository, 'node_modules/.bin')}:${env.PATH}` } }
  await execute('npm', ['pack', '-w', 'cli', '--pack-destination', place], options)
  const packed = join(place, 'posthorn-cli-0.1.0.tgz')
  await execute('npm', ['install', '--global', '--offline', '--prefix', join(place, 'prefix'), packed], options)
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

function posthorn(args: readonly string[], { input = '', more = {} } = {}) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
    const child = spawn(node, [script, ...args], { env: { ...env, ...more }, cwd: place })
    const said = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', chunk => (said.out += chunk))
    child.stderr.setEncoding('utf8').on('data', chunk => (said.err += chunk))
    child.once('error', reject).once('close', code => resolve({ code, ...said }))
    child.stdin.end(input)
  })
}

const logIn = (key = organization.test_key) => posthorn(['login', '--url', url], { input: `${key}\n` })
const hello = ['--from', 'hello@acme.test', '--subject', 'Hello', '--text', 'Good to have you here.']

test('a login is checked, says what it gives access to, and is stored where nobody else can read it', async () => {
  const stranger = await logIn('tx_test_nobody_has_this_key')
  expect(stranger).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^The API says: .*key/) })
  expect((await posthorn(['send', '--to', newEmail(), ...hello])).err).toMatch(/Log in first: posthorn login/)

  const { code, out } = await logIn()

  expect(code).toBe(0)
  expect(out).toContain('Logged in to Acceptance, test environment')
  expect(out).not.toContain(organization.test_key)
  expect(statSync(join(place, 'posthorn/login.json')).mode & 0o777).toBe(0o600)
  expect(await posthorn(['doctor'])).toMatchObject({ code: 0, out: expect.stringContaining('Valid for Acceptance') })
  chmodSync(join(place, 'posthorn/login.json'), 0o644)
  expect((await posthorn(['doctor'])).out).toMatch(/chmod 600/)
})

test('it sends in the test environment and shows what was sent, and a live key is used only on request', async () => {
  await logIn()
  const to = newEmail()

  const sent = await posthorn(['send', '--to', to, ...hello, '--json'])
  const wrong = await posthorn(['send', '--to', 'nobody', ...hello])
  const wrongToScript = await posthorn(['send', '--to', 'nobody', ...hello, '--json'])
  const live = await posthorn(['send', '--to', to, ...hello, '--live'])
  const given = await posthorn(['send', '--to', to, ...hello], { more: { POSTHORN_API_KEY: organization.live_key } })
  const logs = await posthorn(['logs'])
  const logsToScript = await posthorn(['logs', '--json'])

  expect(JSON.parse(logsToScript.out).data).toContainEqual(
    expect.objectContaining({ id: JSON.parse(sent.out).id, whom: to, about: 'Hello' }),
  )
  expect(JSON.parse(sent.out)).toMatchObject({ to: [to], status: 'processing' })
  expect(await readAll(client(url, organization.test_key), `/v1/emails?to=${to}`)).toHaveLength(1)
  expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^The API says: [\s\S]*to/) })
  expect(wrongToScript).toMatchObject({ code: 1, err: wrong.err })
  expect(JSON.parse(wrongToScript.out)).toMatchObject({ code: 'validation_error', details: [{ path: 'to.0' }] })
  expect(live).toMatchObject({ code: 1, err: expect.stringMatching(/No live key is known/) })
  expect(given).toMatchObject({ code: 1, err: expect.stringMatching(/add --live/) })
  expect(logs.out).toMatch(new RegExp(`email \\w+ +${to} {2}Hello`))
  expect(logs.out).not.toContain('\x1b')
})

test('a text message is sent with --sms, from a number to a number', async () => {
  await logIn()
  const asked = ['send', '--sms', '--from', '+15005550006', '--to', '+14155552671', '--text', 'Your code is 481 502.']

  const sent = await posthorn([...asked, '--json'])
  const wrong = await posthorn([...asked.with(5, 'nobody')])
  const { out } = await posthorn(asked)

  expect(JSON.parse(sent.out)).toMatchObject({ to: '+14155552671', from: '+15005550006', status: 'processing' })
  expect(out).toMatch(/^Accepted as \S+ for \+14155552671, 1 segment\.\n$/)
  expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^The API says: [\s\S]*to/) })
})

/** The script of util-linux; that of macOS has other options. */
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

test.skipIf(!hasTerminal)('at a terminal the key is asked for and not shown (needs script)', async () => {
  const asked = ['-qec', `${node} ${script} login --url ${url}`, '/dev/null']
  const child = spawn('script', asked, { env, cwd: place })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', chunk => (said += chunk))
  await expect.poll(() => said, { timeout: 15_000 }).toMatch(/key/i)

  child.stdin.write(`${organization.test_key}\r`)

  await expect.poll(() => said, { timeout: 15_000 }).toContain('Logged in to Acceptance, test environment')
  expect(said).not.toContain(organization.test_key)
  child.stdin.end()
})

test('logs follow the events of messages until Ctrl-C', async () => {
  await logIn()
  const to = newEmail()
  const { child, printed, exited } = run([node, script, 'logs', '--follow'], { env, cwd: place })
  await expect.poll(() => printed.stdout, { timeout: 15_000 }).toMatch(/Listening at/)

  await client(url, organization.test_key).post('/v1/emails', { from: 'hello@acme.test', to, subject: 'S', text: 'T' })

  await expect.poll(() => printed.stdout, { timeout: 15_000 }).toMatch(new RegExp(`email delivered +${to} `))
  child.kill('SIGINT')
  expect(await exited).toEqual({ code: 0, signal: null })
})

test('contacts of a file are imported row by row, and refused rows are reported', async () => {
  await logIn()
  const [ada, grace] = [newEmail('ada'), newEmail('grace')]
  writeFileSync(join(place, 'people.csv'), `E-Mail;Vorname\n${ada};Ada\nnobody;X\n${grace};Grace\n`)

  const { code, out } = await posthorn(['import', 'contacts', 'people.csv'])

  expect(code).toBe(1)
  expect(out).toMatch(/row 2: .*\n2 created, 0 updated, 0 unchanged, 1 refused\./)
  const found = await client(url, organization.test_key).get<Contact>(`/v1/contacts/lookup?email=${ada}`)
  expect(found.body.first_name).toBe('Ada')
})

test('an agent on the same machine uses the tools with the login, read-only and in test mode', async () => {
  await logIn()
  const agent = new Client({ name: 'acceptance', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await agent.connect(new StdioClientTransport({ command: node, args: [script, 'mcp'], env, stderr: 'ignore' }))

  const { tools } = await agent.listTools()
  const credits = await agent.callTool({ name: 'get_credits', arguments: {} })
  const instructions = agent.getInstructions()
  await agent.close()

  expect(instructions).toMatch(/test environment.*read-only.*--allow-write/)
  expect(tools.map(({ name }) => name)).not.toContain('send_email')
  expect(Object(credits.structuredContent).result).toHaveProperty('balance')
})

test('help and completion come from the commands; a typo is reported', async () => {
  const help = await posthorn(['--help'])
  const bash = await posthorn(['completion', 'bash'])
  writeFileSync(join(place, 'completion.bash'), bash.out)
  const ask = `source completion.bash; COMP_WORDS=(posthorn send --s); COMP_CWORD=2; _posthorn; echo "\${COMPREPLY[@]}"`
  const { stdout } = await execute('bash', ['-c', ask], { cwd: place })

  expect(help.out).toMatch(/import contacts[\s\S]*import resend[\s\S]*shadow[\s\S]*npm run -s posthorn -- help/)
  expect(stdout.trim()).toBe('--subject --sms')
  expect(await posthorn(['snd'])).toMatchObject({ code: 1, err: expect.stringMatching(/Did you mean "send"\?/) })
  expect(readFileSync(script, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
})

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0

test.skipIf(!has('fish'))('fish completes commands and their options (needs fish)', async () => {
  const { out } = await posthorn(['completion', 'fish'])
  writeFileSync(join(place, 'completion.fish'), out)
  const ask = `source completion.fish; complete -C 'posthorn sen'; complete -C 'posthorn send --s'; complete -C 'posthorn import '`

  const { stdout } = await execute('fish', ['--no-config', '-c', ask], { cwd: place, env })

  const offered = stdout.split('\n').map(line => line.split('\t')[0])
  expect(offered).toEqual(expect.arrayContaining(['send', '--sms', '--subject', 'contacts', 'resend']))
})

test.skipIf(!has('zsh'))('zsh completes commands and their options (needs zsh)', async () => {
  const { out } = await posthorn(['completion', 'zsh'])
  writeFileSync(join(place, 'completion.zsh'), out)
  // Called like bashcompinit does, which picks the candidates that begin with the typed text.
  const ask = `autoload -U compinit; compinit -u -D; source completion.zsh; setopt ksharrays shwordsplit
    COMP_WORDS=(posthorn send --s); COMP_CWORD=2; _posthorn; print -- "\${COMPREPLY[@]}"`

  const { stdout, stderr } = await execute('zsh', ['-f', '-c', ask], { cwd: place, env })

  expect(stdout.split(' ')).toEqual(expect.arrayContaining(['--subject', '--sms']))
  expect(stderr).toBe('')
})
