/** The router has only the operations of the contract and the paths listed here. */

import { allOperations } from '@posthorn/contract/all-operations'
import { allConsoleOperations } from '@posthorn/contract/console/all-operations'
import { fontPath } from '@posthorn/look/font-file'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { buildApp, type Console } from './app.ts'
import type { Handlers } from './handler.ts'

const others = [
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/docs/guide',
  '/callbacks/{}',
  '/mcp',
  fontPath,
]

test('only the paths of the contract, health, documents, the font, callbacks, MCP and the dashboard are routed', async () => {
  const { fastify } = buildApp({
    // `as`: nothing is called here.
    handlers: {} as Handlers,
    console: { handlers: {}, door: {} } as unknown as Console,
    identify: async () => undefined,
    countRequest: () => {
      throw new Error('nobody has a key here')
    },
    isPassing: () => false,
    checkReady: async () => {},
    registry: new Registry(),
    log: pino({ level: 'silent' }),
    publicUrl: 'https://acme.test',
  })
  await fastify.ready()

  const routed = pathsOf(fastify.printRoutes({ commonPrefix: false }))

  const operations = [...allOperations, ...allConsoleOperations].map(({ path }) => path.replace(/\{\w+\}/g, '{}'))
  expect(routed).toEqual([...new Set([...operations, ...others])].toSorted())
})

/** The router prints a tree: each level is indented by four characters and extends the path of its parent. */
function pathsOf(tree: string): string[] {
  const above: string[] = []
  const paths = tree.split('\n').flatMap(line => {
    const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? []
    if (part === '') return []
    const depth = indent.length / 4
    const path = `${above[depth - 1] ?? ''}${part}`
    above[depth] = path
    return methods === undefined ? [] : [path.replace(/:[\w|:]+/g, '{}')]
  })
  return paths.toSorted()
}
