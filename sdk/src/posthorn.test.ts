import { afterEach, expect, test, vi } from 'vitest'
import { answer, farSide } from '../testing/far-side.ts'
import { Posthorn } from './posthorn.ts'

afterEach(() => void vi.unstubAllEnvs())

test('the key and the URL come from the environment', async () => {
  await using far = await farSide([answer({})])
  vi.stubEnv('POSTHORN_API_KEY', 'tx_live_environment')
  vi.stubEnv('POSTHORN_URL', `${far.sink.url}/behind/a/proxy/`)

  await new Posthorn().credits.get()

  const [asked] = far.sink.received
  expect(asked?.path).toBe('/behind/a/proxy/v1/credits')
  expect(asked?.headers.authorization).toBe('Bearer tx_live_environment')
})

test.each(['/', '/v1', '/v1/', '//v1//', '/behind/v1'])(
  'the URL may end with %s, as in the documentation of an API',
  async end => {
    await using far = await farSide([answer({})])

    await new Posthorn({ apiKey: 'tx_test_x', url: ` ${far.sink.url}${end}\n` }).credits.get()

    expect(far.sink.received[0]?.path).toBe(`${end.startsWith('/behind') ? '/behind' : ''}/v1/credits`)
  },
)

test('a host called v1 is not taken for the end of a path', async () => {
  const fetch = vi.fn(async () => Response.json({}))

  await new Posthorn({ apiKey: 'tx_test_x', url: 'http://v1', fetch }).credits.get()

  expect(fetch).toHaveBeenCalledWith('http://v1/v1/credits', expect.anything())
})

test('a missing or invalid option throws at once and says what to do', () => {
  vi.stubEnv('POSTHORN_API_KEY', '')
  vi.stubEnv('POSTHORN_URL', '')

  expect(() => new Posthorn({ url: 'http://localhost' })).toThrow(/set POSTHORN_API_KEY, or pass \{ apiKey \}/)
  expect(() => new Posthorn({ apiKey: 'tx_test_x' })).toThrow(/set POSTHORN_URL, or pass \{ url \}/)
  expect(() => new Posthorn({ apiKey: 'tx_test_x', url: 'posthorn.example.com' })).toThrow(/must be one such as/)
})

test.each(['tx_live_…', 'tx_test_🎉', 'tx_test_a b'])('the API key %s is refused with what to do', apiKey => {
  const create = () => new Posthorn({ apiKey, url: 'http://localhost' })

  expect(create).toThrow(/^The API key contains .*Copy the whole key to POSTHORN_API_KEY or \{ apiKey \}/)
})

test('a line break at the end of an API key is ignored', async () => {
  await using far = await farSide([answer({})], { apiKey: 'tx_test_file\n' })

  await far.posthorn.credits.get()

  expect(far.sink.received[0]?.headers.authorization).toBe('Bearer tx_test_file')
})
