import { expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import type { Draft } from './draft.ts'
import { draftTo } from './emails.fixture.ts'
import { anyLinks, checkLinks } from './link-check.ts'

const sender = { organizationId: 'organization', environmentId: 'environment', mode: 'live' as const }
const onlyAcme = async (_: string, domain: string) => domain === 'acme.test'
const faultsOf = async (drafts: readonly Partial<Draft>[], mode: 'live' | 'test' = 'live', check = onlyAcme) => {
  const all = drafts.map(more => ({
    ...draftTo(['ada@example.com']),
    from: { name: null, address: 'a@other.test' },
    ...more,
  }))
  const refusal = await checkLinks(check, { ...sender, mode }, all, (index, path) => `${index}.${path}`).catch(
    error => error,
  )
  return refusal instanceof Refusal ? (refusal.details as { path: string }[]).map(({ path }) => path) : []
}

test('live mail with our links is refused without an https address, with the path of the field that needs them', async () => {
  const drafts = [{}, { messageStream: 'broadcast' as const }, { trackOpens: true }, { trackClicks: true }]

  expect(await faultsOf(drafts)).toEqual(['1.message_stream', '2.track_opens', '3.track_clicks'])
})

test.each([
  [
    'a domain whose links have a host',
    [{ trackOpens: true, from: { name: null, address: 'a@acme.test' } }],
    'live',
    onlyAcme,
  ],
  ['a test key', [{ trackOpens: true }], 'test', onlyAcme],
  ['an instance with such an address', [{ trackOpens: true }], 'live', anyLinks],
] as const)('%s may have our links', async (_, drafts, mode, check) => {
  expect(await faultsOf(drafts, mode, check)).toEqual([])
})
