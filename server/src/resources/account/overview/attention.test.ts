import { expect, test } from 'vitest'
import { attentionTo, type Facts } from './attention.ts'

const now = new Date('2026-11-15T12:00:00Z')
const calm: Facts = {
  now,
  isLive: true,
  capturesEmail: false,
  restoredFrom: null,
  webhooks: [],
  waiting: [],
  pauses: [],
  failedRuns: [],
  unverifiedDomains: [],
  failedDomains: [],
  emails: { sent: 10_000, delivered: 9_900, bounced: 100, complained: 5 },
  credits: { balance: 500, monthly: 1_000 },
}
const webhook = { id: 'w', name: 'shop', status: 'active', failingSince: new Date('2026-11-15T11:50:00Z') } as const
const kinds = (facts: Partial<Facts>) =>
  attentionTo({ ...calm, ...facts }).map(({ kind, severity }) => [kind, severity])

test('when all is well, nothing needs attention', () => {
  expect(kinds({})).toEqual([])
})

const behindRelay: Facts['waiting'][number] = {
  ...{ kind: 'email', count: 1_479, waitsFor: 'relay mail.acme.test:587', cap: null },
  ...{ failingSince: new Date('2026-11-15T10:00:00Z'), failures: 12, lastReply: '451 4.4.1 Refused' },
}

test('waiting messages are described, with their count', () => {
  const [told] = attentionTo({ ...calm, waiting: [behindRelay] })

  expect(told).toEqual({
    ...{ kind: 'messages_waiting', severity: 'critical', link: '/emails?status=processing' },
    title: '1,479 emails wait for the relay mail.acme.test:587',
    detail:
      'Waiting for the relay mail.acme.test:587, which has failed 12 times in a row since 2026-11-15 10:00 UTC. It said: 451 4.4.1 Refused.',
  })
})

test.each<[string, Partial<Facts>, string[]]>([
  ['a busy relay', { waiting: [{ ...behindRelay, failingSince: null, failures: 0 }] }, ['messages_waiting', 'info']],
  [
    'a relay that began to fail',
    { waiting: [{ ...behindRelay, failingSince: webhook.failingSince }] },
    ['messages_waiting', 'warning'],
  ],
  ['a restored copy that holds', { restoredFrom: new Date('2026-11-15T03:00:00Z') }, ['restored_copy', 'critical']],
  ['runs that failed', { failedRuns: [{ id: 'f', name: 'Welcome', count: 3 }] }, ['runs_failed', 'warning']],
  ['a failing webhook', { webhooks: [webhook] }, ['webhook_failing', 'warning']],
  [
    'one that fails for long',
    { webhooks: [{ ...webhook, failingSince: new Date('2026-11-15T10:00:00Z') }] },
    ['webhook_failing', 'critical'],
  ],
  ['an inactive webhook', { webhooks: [{ ...webhook, status: 'inactive' }] }, ['webhook_disabled', 'warning']],
  ['a domain', { unverifiedDomains: ['a.example'] }, ['domain_not_verified', 'warning']],
  ['a lost key', { failedDomains: [{ name: 'a.example', missing: ['dkim'] }] }, ['domain_failed', 'critical']],
  [
    'a lost return path',
    { failedDomains: [{ name: 'a.example', missing: ['return_path'] }] },
    ['domain_failed', 'warning'],
  ],
  [
    'a pause',
    { pauses: [{ domain: 'acme.test', reason: '30 of 100 (30.0 %) bounced', pausedAt: new Date(0) }] },
    ['broadcasts_paused', 'critical'],
  ],
  ['bounces', { emails: { sent: 100, delivered: 94, bounced: 6, complained: 0 } }, ['high_bounce_rate', 'critical']],
  [
    'complaints',
    { emails: { sent: 1_000, delivered: 1_000, bounced: 0, complained: 2 } },
    ['high_complaint_rate', 'critical'],
  ],
  ['few credits', { credits: { balance: 99, monthly: 1_000 } }, ['low_credits', 'warning']],
  ['no credits', { credits: { balance: 0, monthly: 1_000 } }, ['low_credits', 'critical']],
  ['captured email', { capturesEmail: true }, ['email_captured', 'info']],
])('%s needs attention', (_what, facts, expected) => {
  expect(kinds(facts)).toEqual([expected])
})

test('a few emails do not make a rate, and unlimited credits never run out', () => {
  expect(kinds({ emails: { sent: 10, delivered: 5, bounced: 5, complained: 5 } })).toEqual([])
  expect(kinds({ credits: { balance: 0, monthly: null } })).toEqual([])
})

test('in test mode credits, domains and transports are left out; the most severe comes first', () => {
  const facts = { capturesEmail: true, unverifiedDomains: ['a.example'], credits: { balance: 0, monthly: 1_000 } }

  expect(kinds({ ...facts, isLive: false, webhooks: [webhook] })).toEqual([['webhook_failing', 'warning']])
  expect(kinds(facts).map(([, severity]) => severity)).toEqual(['critical', 'warning', 'info'])
})

test('what is wrong with a domain links to that domain', () => {
  const found = attentionTo({
    ...calm,
    unverifiedDomains: ['new.example'],
    failedDomains: [{ name: 'lost.example', missing: ['dkim'] }],
  })

  expect(found.map(({ link }) => link)).toEqual(['/domains?q=lost.example', '/domains?q=new.example'])
})
