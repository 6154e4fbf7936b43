import { createHmac } from 'node:crypto'
import type { KeyInUse } from '@posthorn/contract/keys'
import { askApi, askOrThrow } from '../api.ts'
import { defineCommand, live } from '../command.ts'
import { accessFor } from '../login-file.ts'

export const mcp = defineCommand({
  name: 'mcp',
  summary: 'Runs a Model Context Protocol server for an agent on this machine, over stdin and stdout',
  example: 'mcp',
  options: {
    'allow-write': { value: '', summary: 'Also offers the tools that send and change', flag: true },
    live,
  },
  async run(given, { env }) {
    const access = accessFor(env, given.live)
    const { mode, permissions } = await askOrThrow<KeyInUse>(access, { path: '/v1/key' })
    // Loaded only here, because it is most of the program.
    const { serveOverStdio } = await import('@posthorn/mcp/over-stdio')
    await serveOverStdio({
      ask: asked => askApi(access, asked),
      mode,
      permissions: new Set(permissions),
      mayWrite: given['allow-write'],
      writeAccessHint: 'A person can allow more by starting `posthorn mcp --allow-write`.',
      secret: createHmac('sha256', access.key).update('posthorn mcp').digest(),
    })
    return { json: undefined, text: '' }
  },
})
