import { expect, test } from 'vitest'
import { type BannerFacts, banner } from './banner.ts'

const link = 'http://127.0.0.1:3000/setup?token=secret'
const facts: BannerFacts = {
  ...{
    url: 'http://127.0.0.1:3000',
    submissionUrls: [],
    dataDir: '/data',
    embedded: true,
    transports: ['capture'],
    carriers: ['capture'],
  },
  ...{
    setUpUrl: link,
    setUpFile: '/data/set-up-link',
    keysFile: '/data/keys.json',
    reachesOwnMachine: false,
    verifiedOnly: false,
  },
  keys: { live: { kind: 'new', key: 'tx_live_new' }, test: { kind: 'new', key: 'tx_test_new' } },
  isTerminal: true,
}

test('new keys and the set-up link are shown on a terminal', () => {
  for (const secret of ['tx_live_new', 'tx_test_new', link]) expect(banner(facts)).toContain(secret)
})

test('without a terminal the banner says where they are instead', () => {
  const text = banner({ ...facts, isTerminal: false })

  for (const secret of ['tx_live_', 'tx_test_', 'token=']) expect(text).not.toContain(secret)
  for (const place of ['/data/keys.json', '/data/set-up-link', '$POSTHORN_API_KEY']) expect(text).toContain(place)
})

test('a key from a setting is never shown, not even on a terminal', () => {
  const text = banner({ ...facts, keys: { ...facts.keys, live: { kind: 'set', by: 'POSTHORN_LIVE_KEY' } } })

  expect(text).toContain('Live key   set by POSTHORN_LIVE_KEY')
  expect(text).toContain('"Authorization: Bearer $POSTHORN_LIVE_KEY"')
})

test('for keys made on another machine, the banner says where to look', () => {
  const text = banner({ ...facts, keys: { live: { kind: 'elsewhere' }, test: { kind: 'elsewhere' } } })

  expect(text).toContain('Live key   made earlier, see npm run -s posthorn -- key list')
  expect(text).toContain('"Authorization: Bearer $POSTHORN_API_KEY"')
})

test('says that webhooks may reach this machine', () => {
  expect(banner(facts)).not.toContain('POSTHORN_WEBHOOK_ADDRESSES')
  expect(banner({ ...facts, reachesOwnMachine: true })).toContain('POSTHORN_WEBHOOK_ADDRESSES')
})

test('shows the address for mail programs when there is one', () => {
  expect(banner(facts)).not.toContain('SMTP')
  expect(banner({ ...facts, submissionUrls: ['smtp://127.0.0.1:2587'] })).toContain(
    '    SMTP       smtp://127.0.0.1:2587 (any user name, an API key as the password)\n',
  )
})
