import { permissions } from '@posthorn/contract/permissions'
import { describe, expect, test } from 'vitest'
import { allTools, toolsFor } from './all-tools.ts'
import { inputSchema, requestOf } from './arguments.ts'

describe.each(allTools.map(tool => [tool.name, tool] as const))('%s', (_, tool) => {
  test('takes one flat object of existing fields, without references and our own keywords', () => {
    const { type, properties, anyOf, oneOf, allOf } = inputSchema(tool)
    expect({ type, anyOf, oneOf, allOf }).toEqual({ type: 'object' })
    for (const name of tool.fields ?? []) expect(properties).toHaveProperty(name)
    expect(JSON.stringify(properties)).not.toMatch(/"(\$(id|ref|anchor)|expected)":/)
  })

  test('changes nothing if its effect is reads', () => {
    const { method, audit } = tool.operation
    const isHarmless = method === 'GET' || (typeof audit === 'object' && audit.never === 'it changes nothing')
    expect(isHarmless).toBe(tool.effect === 'reads')
  })
})

test('without write access, even a key with all permissions gets only tools that change nothing', () => {
  const all = new Set(permissions)
  expect(toolsFor({ permissions: all, mayWrite: false }).every(tool => tool.effect === 'reads')).toBe(true)
  expect(toolsFor({ permissions: all, mayWrite: true })).toEqual(allTools)
  expect(toolsFor({ permissions: new Set(['sms:read']), mayWrite: true }).map(({ name }) => name)).toEqual([
    'search_sms',
    'explain_sms',
  ])
})

const named = (name: string) => {
  const tool = allTools.find(one => one.name === name)
  if (!tool) throw new Error(`There is no ${name}.`)
  return tool
}

test('arguments go into the path, the query or the body, as the operation defines', () => {
  expect(requestOf(named('preview_template'), { id: 'a b', variables: { x: 1 } })).toEqual({
    method: 'POST',
    path: '/v1/templates/a%20b/render',
    body: { variables: { x: 1 } },
  })
  expect(requestOf(named('search_emails'), { search: 'a&b', limit: 5 })).toEqual({
    method: 'GET',
    path: '/v1/emails?search=a%26b&limit=5',
  })
})

test.each([
  ['get_email', {}, /id is missing/],
  ['get_email', { id: '..' }, /id must be/],
  ['get_email', { id: { a: 1 } }, /id must be a string/],
  ['get_email', { id: 'a\ud83d' }, /id must not contain half of a surrogate pair/],
  ['send_email', { headers: {} }, /takes no headers/],
])('%s with %j is refused before a request is sent', (name, given, words) => {
  expect(() => requestOf(named(name), given)).toThrow(words)
})
