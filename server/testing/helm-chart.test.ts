import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fileNameOf, settings } from '#setup/settings.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

const chart = 'deploy/helm/posthorn'
const templates = ['_helpers.tpl', 'api.yaml', 'worker.yaml', 'migrate.yaml'].map(name =>
  read(`${chart}/templates/${name}`),
)

test('the chart runs the image of its version', () => {
  const { version } = JSON.parse(read('package.json'))

  expect(read(`${chart}/Chart.yaml`)).toContain(`appVersion: "${version}"`)
})

test.each(['migrate', 'api', 'worker'])('%s is started as in compose.yaml', role => {
  const [, command = ''] = new RegExp(`command: (\\[.*/${role}\\.ts.*\\])`).exec(read('compose.yaml')) ?? []
  const unquoted = command.replaceAll('"', '')

  expect(unquoted).toContain(`server/src/commands/${role}.ts`)
  expect(read(`${chart}/templates/${role}.yaml`)).toContain(`command: ${unquoted}`)
})

test('the chart sets only real settings, and its values must not set them again', () => {
  const known = Object.values(settings).flatMap(one => [one.name, fileNameOf(one)])
  const set = templates.flatMap(text => [...text.matchAll(/- name: ([A-Z_]+)$/gm)].map(([, name]) => name))
  const { definitions } = JSON.parse(read(`${chart}/values.schema.json`))
  const { pattern, not } = definitions.settingName

  expect(set).toContain('POSTHORN_WORKER_PORT')
  expect(set.filter(name => !known.includes(name ?? ''))).toEqual([])
  expect(set.filter(name => new RegExp(pattern).test(name ?? '') && !not.enum.includes(name))).toEqual([])
})
