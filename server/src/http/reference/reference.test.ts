import { allOperations, operations } from '@posthorn/contract/all-operations'
import { errors } from '@posthorn/contract/errors'
import type { ApiOperation } from '@posthorn/contract/operation'
import { fontPath } from '@posthorn/look/font-file'
import { describe, expect, test } from 'vitest'
import { renderReference } from './reference.ts'
import { referenceScript } from './script.ts'

const baseUrl = 'https://mail.acme.test'
const page = renderReference({ operations: allOperations, errors, baseUrl })
const anchors = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
const targets = [...page.matchAll(/ href="([^"]*)"/g)].map(([, target = '']) => target)

test.each(allOperations.map(({ id }) => id))('%s has an anchor and a link to it', id => {
  expect(anchors).toContain(id)
  expect(targets).toContain(`#${id}`)
})

test('anchors are unique words, and every link within the page has a target', () => {
  expect(new Set(anchors).size).toBe(anchors.length)
  expect(anchors.filter(anchor => /\s/.test(anchor ?? ''))).toEqual([])
  expect(targets.filter(target => target.startsWith('#') && !anchors.includes(target.slice(1)))).toEqual([])
})

test('the page loads only its icon and the font, and links to no other host', () => {
  const own = [...targets, ...Array.from(page.matchAll(/url\("([^"]*)"\)/g), ([, url = '']) => url)]
  expect(new Set(own.filter(target => !target.startsWith('#')))).toEqual(
    new Set(['/icon.svg', fontPath, '/docs/guide/', '/openapi.json']),
  )
  expect(page).not.toMatch(/<(?:img|iframe|object|embed|form|base)\b|\ssrc=|@import/i)
})

test('the page has only the exported script, and no inline handlers', () => {
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page).toContain(`<script>${referenceScript}</script>`)
  expect(referenceScript).not.toMatch(/<\/script|<!--/i)
  expect(page).not.toMatch(/<[a-z][^>]*\s(?:on\w+|style)=/i)
})

test('every element is closed, in order', () => {
  const open: string[] = []
  const markup = page.replace(/<(script|style)>[\s\S]*?<\/\1>/g, '').replace(/<!doctype html>/, '')
  for (const [, end, name = '', self] of markup.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*?(\/?)>/g)) {
    if (end) expect(open.pop()).toBe(name)
    else if (!self && !['meta', 'link', 'input', 'wbr'].includes(name)) open.push(name)
  }

  expect(open).toEqual([])
})

test('examples contain the address of the service', () => {
  expect(page.replace(/<\/?span[^>]*>/g, '')).toContain(`curl -X POST ${baseUrl}/v1/emails `)
  expect(renderReference({ operations: allOperations, errors, baseUrl: `${baseUrl}/` })).toBe(page)
})

test('every error code is explained', () => {
  expect(Object.keys(errors).filter(code => !page.includes(`<td><code>${code}</code></td>`))).toEqual([])
})

test.each(['authentication', 'errors', 'idempotency', 'pagination', 'rate-limits', 'validation', 'webhook-events'])(
  'the guide has a section on %s',
  id => {
    expect(anchors).toContain(id)
  },
)

describe('text is escaped', () => {
  const evil = `<img src=x onerror="alert('1')">&amp;`
  const hostile: ApiOperation = {
    ...operations.getCredits,
    id: 'hostile',
    summary: evil,
    description: evil,
    path: `/v1/${evil}`,
    example: { query: { [evil]: evil }, reply: { [evil]: evil } },
  }
  const rendered = renderReference({
    operations: [...allOperations, hostile],
    errors,
    baseUrl: `https://a.test/${evil}`,
  })

  test('a tag in a summary, path, example or base URL stays text', () => {
    expect(rendered).not.toContain('<img')
    expect(rendered).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;')
  })
})

test('the introduction links to sending an email', () => {
  expect(page).toContain('class="button" href="#sendEmail"')
})
