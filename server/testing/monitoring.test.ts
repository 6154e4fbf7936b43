import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** `up` belongs to Prometheus; the suffixes of a histogram are not separate metrics. */
const metricsIn = (text: string): Set<string> =>
  new Set(
    (text.match(/\b(?:posthorn|nodejs|process)_\w+/g) ?? []).map(name => name.replace(/_(?:bucket|sum|count)$/, '')),
  )

/** Each name in the table of metrics; alerts and panels may use only these. */
const documented = metricsIn(
  read('docs/operating.md')
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .map(line => line.split('|')[1])
    .join('\n'),
)

test.each(['deploy/monitoring/alerts.yaml', 'deploy/monitoring/grafana-dashboard.json'])(
  '%s uses only metrics that exist',
  path => {
    const named = metricsIn(read(path))

    expect(named.size).toBeGreaterThan(5)
    expect([...named].filter(name => !documented.has(name))).toEqual([])
  },
)

test('the table of metrics lists only metrics that the service has, and all of ours', () => {
  const sources = [
    'setup/metrics/queue-metrics',
    'setup/metrics/work-metrics',
    'setup/metrics/database-metrics',
    'setup/request-log',
    'setup/email/submission',
    'http/health/metrics',
  ]
  const ours = metricsIn(sources.map(name => read(`server/src/${name}.ts`)).join('\n'))

  expect([...documented].filter(name => name.startsWith('posthorn_')).sort()).toEqual([...ours].sort())
})

test('each alert is tested and documented', () => {
  const alerts = [...read('deploy/monitoring/alerts.yaml').matchAll(/alert: (\w+)/g)].map(([, name]) => name)

  expect(alerts.length).toBeGreaterThan(0)
  for (const name of alerts) {
    expect(read('deploy/monitoring/alerts.test.yaml')).toContain(`- name: ${name}\n`)
    expect(read('docs/monitoring.md')).toContain(`| \`${name}\` |`)
  }
})
