import { createHmac } from 'node:crypto'
import type { KeyInUse } from '@posthorn/contract/keys'
import { askApi, askWell } from '../api.ts'
import { defineCommand, live } from '../command.ts'
import { accessFor } from '../login-file.ts'

export const mcp = defineCommand({
  name: 'mcp',
  summary: 'A server of the Model Context Protocol for an agent on this machine, over its input and output',
  example: 'mcp',
  options: {
    'allow-write': { value: '', summary: 'Offers the tools that send and change, too', flag: true },
    live,
  },
  async run(given, { env }) {
    const access = accessFor(env, given.live)
    const { mode, permissions } = await askWell<KeyInUse>(access, { path: '/v1/key' })
    // Loaded here alone: it is most of the program.
    const { serveOverStdio } = await import('@posthorn/mcp/over-stdio')
    await serveOverStdio({
      ask: asked => askApi(access, asked),
      mode,
      permissions: new Set(permissions),
      mayWrite: given['allow-write'],
      toAllowWriting: 'A person can allow more by starting `posthorn mcp --allow-write`.',
      secret: createHmac('sha256', access.key).update('posthorn mcp').digest(),
    })
    return { json: undefined, text: '' }
  },
})
