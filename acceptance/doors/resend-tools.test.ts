/**
 * Resend's command line and MCP server, unchanged, directed here by RESEND_BASE_URL; and what each client can do, as the guide
 * says.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Resend } from 'resend'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newEmail } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'
import { repository } from '../service/service.ts'
import { expectMatrix } from './door-matrix.ts'
import { type ResendScene, refusedCalls, resendCalls, setResendScene } from './resend-calls.ts'
import { cliCalls, mcpCalls } from './resend-tools.ts'

const execute = promisify(execFile)
const folderOf = (name: string) => join(repository, 'node_modules', name)
const { url, dataDir } = inject('service')
const agent = new Client({ name: 'acceptance', version: '1' })
const folder = mkdtempSync(join(tmpdir(), 'posthorn-resend-'))
const csvFile = join(folder, 'contacts.csv')
let env: Record<string, string>
let scene: ResendScene
beforeAll(async () => {
  writeFileSync(csvFile, `email,first_name\n${newEmail()},Ada\n`)
  const { live_key } = await createOrganization(dataDir, 'enterprise')
  env = { PATH: process.env.PATH ?? '', HOME: dataDir, RESEND_API_KEY: live_key, RESEND_BASE_URL: `${url}/resend` }
  scene = await setResendScene(new Resend(live_key, { baseUrl: `${url}/resend` }))
  const server = join(folderOf('resend-mcp'), 'dist/index.js')
  await agent.connect(new StdioClientTransport({ command: process.execPath, args: [server], env, stderr: 'ignore' }))
})
afterAll(async () => {
  await agent.close()
  rmSync(folder, { recursive: true })
})

test.each(Object.entries(cliCalls))('the command line: %s', async (_, argumentsOf) => {
  const command = join(folderOf('resend-cli'), 'dist/cli.cjs')
  const { stdout } = await execute(process.execPath, [command, '--json', ...argumentsOf({ ...scene, csvFile })], {
    env,
  })
  expect(JSON.parse(stdout)).not.toHaveProperty('error')
})

test.each(Object.entries(mcpCalls))('an agent: %s', async (_, callOf) => {
  const [name, given] = callOf(scene)
  const { isError = false, content } = await agent.callTool({ name, arguments: given })
  expect(isError, JSON.stringify(content)).toBe(false)
})

test('the guide lists what each client was seen to do', async () => {
  const clients = { resend: resendCalls, 'resend-cli': cliCalls, 'resend-mcp': mcpCalls }
  await expectMatrix({ test: 'resend-tools.test.ts', clients, refused: refusedCalls })
})
