import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { languages, sampleIn } from './samples.ts'

const sample = {
  url: 'https://mail.acme.test/v1/emails',
  apiKey: 'tx_test_key',
  body: { from: `O'Hara "Acme" <o@acme.test>`, to: 'ada@example.com', subject: 'Grüße $100 \\ `id` $(id)' },
}

test.each(languages)('%s: has the URL, the key and the body', language => {
  const code = sampleIn(language, sample)

  expect(code).toContain(sample.url)
  expect(code).toContain(`Bearer ${sample.apiKey}`)
  for (const name of Object.keys(sample.body)) expect(code).toContain(name)
})

test('a shell passes the body to curl unchanged, whatever characters it has', () => {
  const code = sampleIn('curl', sample).replace('curl', `printf '%s\\n'`)

  const said = execFileSync('sh', ['-c', code], { encoding: 'utf8' })

  expect(JSON.parse(said.slice(said.indexOf('{')))).toEqual(sample.body)
})

test('the Node program sends the body unchanged', async () => {
  const asked: unknown[] = []
  const fetch = async (url: string, { body }: { body: string }) => {
    asked.push(url, JSON.parse(body))
    return { status: 200, json: async () => ({}) }
  }
  const program = new Function('fetch', 'console', `return (async () => { ${sampleIn('node', sample)} })()`)

  await program(fetch, { log() {} })

  expect(asked).toEqual([sample.url, sample.body])
})
