import { expect, test } from 'vitest'
import { inspectHtml } from '#transports/mime/html-facts.ts'
import { clientSupport } from './client-support.ts'
import { changesLayout, decoration } from './client-support-data.ts'

const supportOf = (html: string) => clientSupport(inspectHtml(html))

test('tables and plain styles are shown everywhere', () => {
  expect(supportOf('<table width="600"><tr><td style="padding:8px;color:#333">Hi</td></tr></table>')).toMatchObject({
    about: 'html_support',
    verdict: 'fine',
  })
})

test('features that a layout needs are listed with the programs that do not support them', () => {
  expect(supportOf('<div style="display:flex"><video src="a.mp4"></video></div>')).toMatchObject({
    verdict: 'advice',
    what: expect.stringMatching(/^2 things/),
    details: [
      'display:flex: not in Outlook for Windows; only in part in Gmail.',
      '<video>: not in Gmail, Outlook for Windows, and Yahoo; only in part in Apple Mail.',
    ],
  })
})

test('missing decoration is no advice', () => {
  expect(supportOf('<p style="border-radius:4px">Hi</p>')).toMatchObject({
    verdict: 'fine',
    details: [expect.stringMatching(/^border-radius: not in Outlook for Windows/)],
  })
})

test('features that every program supports at least in part are not listed', () => {
  expect(supportOf('<p style="max-width:600px">Hi</p>').details).toBeUndefined()
})

test('ten features are listed, the most important first', () => {
  const everything = [...decoration, ...changesLayout].map(([name]) => name)

  const { details = [] } = clientSupport({ features: everything })

  expect(details).toHaveLength(10)
  expect(details[0]).toMatch(/^display:flex/)
})

test('every row covers four programs, and can be found in some html', () => {
  for (const [name, , support] of [...changesLayout, ...decoration]) {
    expect(support, name).toMatch(/^[ynau]{4}$/)
    expect(inspectHtml(exampleOf(name)).features, name).toContain(name)
  }
})

function exampleOf(feature: string): string {
  const [kind, name = '', value = ''] = feature.split(':')
  switch (kind) {
    case 'element':
      return `<${name}>`
    case 'attribute':
      return `<td ${name}="a">`
    case 'image':
      return name === 'data' ? '<img src="data:image/png;base64,AA">' : `<img src="https://a.test/b.${name}">`
    case 'property':
      return `<p style="${name}:x">`
    case 'value':
      return `<p style="${name}:${value}">`
    case 'function':
      return `<p style="color:${name}(1)">`
    case 'unit':
      return `<p style="width:1${name}">`
    case 'media':
      return `<style>@media (${name}:dark){}</style>`
    case 'at':
      return `<style>@${name} {}</style>`
    default:
      return `<style>a:${name}{}</style>`
  }
}
