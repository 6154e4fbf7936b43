/**
 * The samples in Python, Go and PHP, run by the installed languages: what the dashboard shows, and how a webhook is checked
 * without a library.
 */
import { execFile, spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Email } from '@posthorn/contract/messages/email-replies'
import { afterAll, expect, inject, test } from 'vitest'
import { type Language, sampleIn } from '../../dashboard/src/code/samples.ts'
import { client } from '../http-client/client.ts'
import { createOrganization } from '../service/operator.ts'
import { repository } from '../service/service.ts'

const { url, dataDir } = inject('service')
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'posthorn-samples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Runner = { language: Language; file: string; command: string; args: string[]; check: string[] }

const runners: Runner[] = [
  { language: 'python', file: 'sample.py', command: 'python3', args: [], check: ['--version'] },
  { language: 'go', file: 'sample.go', command: 'go', args: ['run'], check: ['version'] },
  {
    language: 'php',
    file: 'sample.php',
    command: 'php',
    args: [],
    check: ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
  },
]
const missing = runners
  .filter(({ command, check }) => spawnSync(command, check).status !== 0)
  .map(({ command }) => command)
const note = ({ command }: Runner) => (missing.includes(command) ? `, which needs ${command}` : '')
/** Go compiles its standard library the first time. */
const timeoutMs = 180_000

async function program({ file, command, args }: Runner, code: string): Promise<string> {
  const path = join(folder, file)
  writeFileSync(path, code)
  // The caches of Go are in the home of the user who runs this.
  const { stdout } = await run(command, [...args, path], { timeout: timeoutMs })
  return stdout
}

for (const runner of runners)
  test.skipIf(missing.includes(runner.command))(
    `the sample in ${runner.language} sends exactly what it says${note(runner)}`,
    { timeout: timeoutMs },
    async () => {
      const { test_key: apiKey } = await createOrganization(dataDir)
      const body = {
        from: 'Acme <hello@acme.test>',
        to: 'ada@example.com',
        subject: `Grüße for "O'Hara": $100 \\ \`id\` $(id)`,
        text: 'It works.',
      }

      const said = await program(runner, sampleIn(runner.language, { url: `${url}/v1/emails`, apiKey, body }))

      const { id } = JSON.parse(said.slice(said.indexOf('{'))) as { id: string } // as: the answer of the service
      const { body: email } = await client(url, apiKey).get<Email>(`/v1/emails/${id}`)
      expect(email).toMatchObject({ from: body.from, to: [body.to], subject: body.subject, text: body.text })
    },
  )

/** The function in docs/webhooks.md, called with right and wrong input. */
const documented = (language: string, name: string): string => {
  const text = readFileSync(join(repository, 'docs/webhooks.md'), 'utf8')
  const samples = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].filter(([, of]) => of === language)
  return samples.map(([, , code]) => code ?? '').find(code => code.includes(name)) ?? ''
}

const key = randomBytes(24)
const secret = `whsec_${key.toString('base64')}`
const body = '{"type":"email.delivered"}'
const signed = (time: number) => `v1,${createHmac('sha256', key).update(`msg_1.${time}.${body}`).digest('base64')}`
const now = Math.floor(Date.now() / 1_000)
/** Right, right among others, changed, and too old. */
const cases = [
  { time: now, signature: signed(now), body },
  { time: now, signature: `v1,AAAA ${signed(now)}`, body },
  { time: now, signature: signed(now), body: `${body} ` },
  { time: now - 600, signature: signed(now - 600), body },
]
const verdicts = 'true true false false'

const checkers: Record<'python' | 'go', string> = {
  python: `${documented('python', 'is_from_posthorn')}
print(*[str(is_from_posthorn(${JSON.stringify(secret)}, {"webhook-id": "msg_1", "webhook-timestamp": time, "webhook-signature": signature}, body.encode())).lower()
  for time, signature, body in ${JSON.stringify(cases.map(one => [String(one.time), one.signature, one.body]))}])`,
  go: `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

${documented('go', 'isFromPosthorn')}
func main() {
	for _, one := range [][]string{${cases.map(one => `{${[String(one.time), one.signature, one.body].map(text => JSON.stringify(text)).join(', ')}}`).join(', ')}} {
		header := http.Header{}
		header.Set("webhook-id", "msg_1")
		header.Set("webhook-timestamp", one[0])
		header.Set("webhook-signature", one[1])
		fmt.Print(isFromPosthorn(${JSON.stringify(secret)}, header, []byte(one[2])), " ")
	}
}
`,
}

for (const runner of runners.filter(({ language }) => Object.hasOwn(checkers, language)))
  test.skipIf(missing.includes(runner.command))(
    `the function in docs/webhooks.md for ${runner.language} recognizes what is from us${note(runner)}`,
    { timeout: timeoutMs },
    async () => {
      // as: languages without one are left out above
      const said = await program(runner, checkers[runner.language as keyof typeof checkers])

      expect(said.trim()).toBe(verdicts)
    },
  )
