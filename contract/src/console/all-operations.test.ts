import { expect, test } from 'vitest'
import { operations } from '../all-operations.ts'
import { permissions } from '../permissions.ts'
import { allConsoleOperations, consoleOperations } from './all-operations.ts'
import { consolePermissions, mayAssign, mayDo, rightsOf, roles } from './permissions.ts'

test('an operation of the console is found under its own id, which no API operation uses', () => {
  expect(Object.entries(consoleOperations).filter(([key, { id }]) => key !== id)).toEqual([])
  expect(Object.keys(consoleOperations).filter(id => id in operations)).toEqual([])
})

test('no two operations answer the same request, and all paths are under /console', () => {
  const requests = allConsoleOperations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)

  expect(new Set(requests).size).toBe(requests.length)
  expect(requests.filter(request => !/ \/console\//.test(request))).toEqual([])
})

test('operations that read are GETs, so only changes need the environment header', () => {
  const reading = allConsoleOperations.filter(({ id }) => /^(get|list|export)/.test(id))

  expect(reading.filter(({ method }) => method !== 'GET').map(({ id }) => id)).toEqual([])
})

test('each role has all permissions of the role below it', () => {
  const all = [...permissions, ...consolePermissions]
  const ladder = roles.map(role => all.filter(permission => mayDo(role, permission)))

  expect(ladder[0]).toEqual(all)
  for (const [nth, rights] of ladder.entries()) expect(ladder[nth - 1] ?? all).toEqual(expect.arrayContaining(rights))
  expect(rightsOf.viewer.api.filter(permission => !permission.endsWith(':read'))).toEqual([])
})

test('only owners can assign or remove owners, and only owners and admins other roles', () => {
  const pairs = roles.flatMap(own => roles.map(other => [own, other] as const))

  expect(pairs.filter(([own, other]) => mayAssign(own, other)).map(pair => pair.join(' → '))).toEqual([
    ...roles.map(other => `owner → ${other}`),
    'admin → admin',
    'admin → developer',
    'admin → viewer',
  ])
})
