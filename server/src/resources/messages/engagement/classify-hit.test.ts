import { describe, expect, test } from 'vitest'
import { networkMatcher } from '#core/networks.ts'
import { classifyHit } from './classify-hit.ts'
import type { Because } from './machines.ts'

const handedOverAt = new Date('2026-01-01T12:00:00Z')
const after = (ms: number) => new Date(handedOverAt.getTime() + ms)
const context = { handedOverAt, isScannerNetwork: networkMatcher(['192.0.2.0/24']), isInBurst: false }
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const hit = { kind: 'click', userAgent: chrome, ipAddress: '198.51.100.7', at: after(60_000) } as const

const machine = (because: Because) => ({ by: 'machine', because })

describe('people', () => {
  test.each([
    ['Chrome', chrome],
    [
      'Safari on an iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    ],
    ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    ['Thunderbird', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.4.0'],
    ['Outlook', 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)'],
    [
      'Gmail, when somebody opens',
      'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    ],
    ['Yahoo, when somebody opens', 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html'],
    [
      'a phone made by Cubot',
      'Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    ],
  ])('%s is taken for a person', (_, userAgent) => {
    expect(classifyHit({ ...hit, kind: 'open', userAgent }, context)).toEqual({ by: 'human' })
    expect(classifyHit({ ...hit, kind: 'click', userAgent }, context)).toEqual({ by: 'human' })
  })
})

describe('machines by their User-Agent', () => {
  const prefetch =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0'
  test.each([
    ['open', 'Mozilla/5.0', 'apple_mail_privacy'],
    ['click', 'Mozilla/5.0', 'scanner'],
    ['open', prefetch, 'gmail_proxy'],
    ['open', '', 'no_user_agent'],
    ['click', '  ', 'no_user_agent'],
    ['click', 'BarracudaCentral (mailscan)', 'scanner'],
    ['open', 'Barracuda Sentinel (EE)', 'scanner'],
    ['click', 'Mimecast-URL-Protect', 'scanner'],
    ['click', 'Proofpoint URL Defense', 'scanner'],
    ['click', 'Microsoft SafeLinks', 'scanner'],
    ['click', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'scanner'],
    ['click', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'scanner'],
    ['click', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/130.0.0.0 Safari/537.36', 'scanner'],
    ['click', 'curl/8.5.0', 'scanner'],
    ['click', 'python-requests/2.32.3', 'scanner'],
    ['click', 'Go-http-client/2.0', 'scanner'],
    ['click', 'Java/17.0.2', 'scanner'],
    ['open', 'CURL/8.5.0', 'scanner'],
  ] as const)('%s by %j: %s', (kind, userAgent, because) => {
    expect(classifyHit({ ...hit, kind, userAgent }, context)).toEqual(machine(because))
  })
})

describe('machines by their behavior', () => {
  test.each([
    ['open', -500, true],
    ['open', 0, true],
    ['open', 999, true],
    ['open', 1_000, false],
    ['click', 1_000, true],
    ['click', 1_999, true],
    ['click', 2_000, false],
  ] as const)('an %s %i ms after the email was handed over is too fast: %s', (kind, ms, expected) => {
    const verdict = classifyHit({ ...hit, kind, at: after(ms) }, context)
    expect(verdict).toEqual(expected ? machine('too_fast') : { by: 'human' })
  })

  test('a click before anybody has heard that the email was handed over is too fast', () => {
    expect(classifyHit(hit, { ...context, handedOverAt: null })).toEqual(machine('too_fast'))
  })

  test('a click on the honeypot is a machine, whatever its User-Agent', () => {
    expect(classifyHit({ ...hit, isHoneypot: true }, context)).toEqual(machine('honeypot'))
  })

  test('one of several links followed at once is a machine, and one followed half a minute after delivery is a person', () => {
    const halfAMinuteLater = { ...hit, at: after(30_000) }
    expect(classifyHit(halfAMinuteLater, { ...context, isInBurst: true })).toEqual(machine('several_links'))
    expect(classifyHit(halfAMinuteLater, context)).toEqual({ by: 'human' })
  })

  test.each(['192.0.2.200', '::ffff:192.0.2.200'])('%s is a network of scanners', one => {
    expect(classifyHit({ ...hit, ipAddress: one }, context)).toEqual(machine('scanner_network'))
  })
})

test('a User-Agent is classified alike however often it comes, and however many others come in between', () => {
  const verdicts = () => [
    classifyHit({ ...hit, kind: 'open', userAgent: 'Mozilla/5.0' }, context),
    classifyHit({ ...hit, kind: 'click', userAgent: 'Mozilla/5.0' }, context),
    classifyHit({ ...hit, userAgent: chrome }, context),
  ]
  const expected = [machine('apple_mail_privacy'), machine('scanner'), { by: 'human' }]

  expect(verdicts()).toEqual(expected)
  expect(verdicts()).toEqual(expected)
  for (let nth = 0; nth < 3_000; nth++) classifyHit({ ...hit, userAgent: `${chrome} ${nth}` }, context)
  expect(verdicts()).toEqual(expected)
})
