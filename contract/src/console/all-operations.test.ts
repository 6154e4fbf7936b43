import { expect, test } from 'vitest'
import { operations } from '../all-operations.ts'
import { permissions } from '../permissions.ts'
import { allConsoleOperations, consoleOperations } from './all-operations.ts'
import { consolePermissions, mayAssign, mayDo, rightsOf, roles } from './permissions.ts'

test('an operation of the console is found under its own id, which no operation of the API has', () => {
  expect(Object.entries(consoleOperations).filter(([key, { id }]) => key !== id)).toEqual([])
  expect(Object.keys(consoleOperations).filter(id => id in operations)).toEqual([])
})

test('no two answer the same request, and all are under /console', () => {
  const requests = allConsoleOperations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)

  expect(new Set(requests).size).toBe(requests.length)
  expect(requests.filter(request => !/ \/console\//.test(request))).toEqual([])
})

test('what reads is a GET, so that only what changes something needs the proof of our own page', () => {
  const reading = allConsoleOperations.filter(({ id }) => /^(get|list|export)/.test(id))

  expect(reading.filter(({ method }) => method !== 'GET').map(({ id }) => id)).toEqual([])
})

test('each role may do all that the one below it may', () => {
  const all = [...permissions, ...consolePermissions]
  const ladder = roles.map(role => all.filter(permission => mayDo(role, permission)))

  expect(ladder[0]).toEqual(all)
  for (const [nth, rights] of ladder.entries()) expect(ladder[nth - 1] ?? all).toEqual(expect.arrayContaining(rights))
  expect(rightsOf.viewer.api.filter(permission => !permission.endsWith(':read'))).toEqual([])
})

test('only owners decide about owners, and only owners and admins about anybody', () => {
  const pairs = roles.flatMap(own => roles.map(other => [own, other] as const))

  expect(pairs.filter(([own, other]) => mayAssign(own, other)).map(pair => pair.join(' → '))).toEqual([
    ...roles.map(other => `owner → ${other}`),
    'admin → admin',
    'admin → developer',
    'admin → viewer',
  ])
})
