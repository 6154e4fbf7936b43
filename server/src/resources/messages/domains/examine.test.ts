import { expect, test } from 'vitest'
import { publish } from '../../../../../sinks/dns-stub.ts'
import { hostname, sceneWithDns } from '../../../../testing/scene-with-dns.ts'
import type { Probes } from './checks/check-domain.ts'
import { dnsLookUp, type Question } from './dns/look-up.ts'
import { dnsRecords } from './dns/records.ts'
import type { DomainWithKeys } from './domain.ts'
import { examineDomain } from './examine.ts'
import { addVerified } from './verified.fixture.ts'

const scene = sceneWithDns()

/** Stand-ins for all hosts other than DNS. */
const probes: Probes = {
  askHttps: async () => ({ kind: 'answers', status: 200 }),
  readStsMode: async () => undefined,
  greetMailServer: async () => ({ kind: 'greeted', words: '220 here' }),
  knownMailServer: 'mx.known.test',
  allowsWeb: () => true,
  allowsMail: () => true,
}

function examine(domain: DomainWithKeys, timeMs: number, asks: (question: Question) => void = () => {}) {
  const { database, now, dns } = scene
  const ask = dnsLookUp([dns.server])
  const lookUp = (question: Question) => {
    asks(question)
    return ask(question)
  }
  const parts = {
    database,
    clock: () => now,
    lookUp,
    probes,
    hostname,
    sendsDirectly: true,
    sources: [],
    publicHost: null,
  }
  return examineDomain(parts, domain, { failureCounts: 'when_confirmed', timeMs })
}

test('what DNS shows is saved, and evaluated with one question for each name', async () => {
  const { database, organizationId, dns } = scene
  const domain = await addVerified(database, organizationId, 'acme.example', new Date(0))
  publish(dns.table, dnsRecords({ ...domain, hostname }))
  dns.table[hostname] = { A: ['192.0.2.1'] }
  const questions: string[] = []

  const examined = await examine(domain, 10_000, ({ type, name }) => questions.push(`${type} ${name}`))

  expect(examined.domain.verifiedAt).toEqual(scene.now)
  expect(examined.findings.map(({ state }) => state)).toEqual(examined.findings.map(() => 'found'))
  const levels = Object.fromEntries(examined.checks.map(({ about, level, result }) => [about, `${level} ${result}`]))
  expect(levels).toMatchObject({ dkim_rsa: 'good right', spf_return_path: 'good pass', dmarc: 'advice only_watched' })
  expect(questions.length).toBeGreaterThan(5)
  expect(questions).toEqual([...new Set(questions)])
})

test('DNS that does not answer takes no longer than the given time', async () => {
  const domain = await addVerified(scene.database, scene.organizationId, 'acme.example')
  for (const { name } of dnsRecords({ ...domain, hostname })) scene.dns.table[name] = 'silent'
  const startedAt = performance.now()

  const { findings, checks } = await examine(domain, 300)

  expect(performance.now() - startedAt).toBeLessThan(2_000)
  expect(findings.map(({ state }) => state)).toEqual(findings.map(() => 'no_answer'))
  expect(checks.find(({ about }) => about === 'dkim_rsa')).toMatchObject({ level: 'unknown', result: 'no_answer' })
})
