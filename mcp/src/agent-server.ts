/** An MCP server for one connection, with the tools that the connection can use. */
import { McpServer, type ServerContext, type StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { Permission } from '@posthorn/contract/permissions'
import mcp from '../package.json' with { type: 'json' }
import { toolsFor } from './all-tools.ts'
import { inputSchema, requestOf, WrongArguments } from './arguments.ts'
import type { Ask } from './ask.ts'
import { canAskPerson, decide, type QuestionCodec, questionCodec } from './confirmation.ts'
import { failure, resultOf } from './result.ts'
import { foreignText, type Tool } from './tool.ts'

export type Connection = {
  ask: Ask
  mode: 'live' | 'test'
  permissions: ReadonlySet<Permission>
  mayWrite: boolean
  /** How a person can allow writing, when it is off. */
  writeAccessHint: string
  /** At least 32 bytes derived from the key, to sign confirmations with. */
  secret: Uint8Array
}

type Given = Record<string, unknown>

/** More than any message needs. */
const maxToolInputElements = 10_000

export function agentServer(connection: Connection): McpServer {
  const codec = questionCodec(connection.secret)
  const server = new McpServer(
    { name: 'posthorn', title: 'Posthorn', version: mcp.version },
    { instructions: instructionsFor(connection), maxToolInputElements, requestState: { verify: codec.verify } },
  )
  for (const tool of toolsFor(connection)) {
    const isReading = tool.effect === 'reads'
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: withoutValidation(schemaOf(tool, connection)),
        annotations: { readOnlyHint: isReading, destructiveHint: !isReading, openWorldHint: tool.effect === 'sends' },
      },
      (given, context) => {
        const canAsk = canAskPerson(context, server.server.getClientCapabilities())
        return call(tool, given, { connection, codec, context, canAsk })
      },
    )
  }
  return server
}

type Parts = { connection: Connection; codec: QuestionCodec; context: ServerContext; canAsk: boolean }

async function call(tool: Tool, given: Given, { connection: { ask, mode }, ...parts }: Parts) {
  try {
    if (tool.effect !== 'sends' || mode === 'test') return resultOf(await ask(requestOf(tool, given)))
    const { confirmation, ...rest } = given
    const request = requestOf(tool, rest)
    const decision = await decide({ tool, ...parts }, rest, confirmation)
    if (decision.kind === 'open') return decision.answer
    return resultOf(await ask({ ...request, idempotencyKey: `mcp-${decision.once}` }))
  } catch (error) {
    if (error instanceof WrongArguments) return failure(error.message)
    throw error
  }
}

const confirmation = { type: 'string', description: 'The confirmation from the answer to the first call.' }

function schemaOf(tool: Tool, { mode }: Connection): Given {
  const schema = inputSchema(tool)
  if (tool.effect !== 'sends' || mode === 'test') return schema
  return { ...schema, properties: { ...Object(schema.properties), confirmation } }
}

/** Published, but not validated here: the API validates every request and says what to change. */
const withoutValidation = (schema: Given): StandardSchemaWithJSON<Given> => ({
  '~standard': {
    version: 1,
    vendor: 'posthorn',
    // `as`: arguments in the protocol are always objects.
    validate: value => ({ value: value as Given }),
    jsonSchema: { input: () => schema, output: () => schema },
  },
})

function instructionsFor({ mode, mayWrite, writeAccessHint }: Connection): string {
  return [
    'Posthorn sends email and text messages.',
    mode === 'live'
      ? 'This connection uses the LIVE environment: messages reach people.'
      : 'This connection uses the test environment: sending is simulated, and nothing leaves.',
    mayWrite ? 'Tools that make changes are allowed.' : `It is read-only. ${writeAccessHint}`,
    foreignText,
  ].join(' ')
}
