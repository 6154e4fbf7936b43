/** One answer per request, without sessions: streamable HTTP of the newest and the older revisions of the protocol. */
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { agentServer, type Connection } from './agent-server.ts'

type Exchange = {
  /** Its body is separate. */
  request: Request
  body: unknown
  connection: Connection
}

// No streams: the list of tools does not change during a connection.
const handler = createMcpHandler(
  // `as`: set below.
  ({ authInfo }) => agentServer(authInfo?.extra?.connection as Connection),
  { legacy: 'reject', maxSubscriptions: 0 },
)

export async function answerOverHttp({ request, body, connection }: Exchange): Promise<Response> {
  if (await isLegacyRequest(request, body)) return answerLegacy({ request, body, connection })
  const authInfo = { token: '', clientId: '', scopes: [], extra: { connection } }
  return handler.fetch(request, { parsedBody: body, authInfo })
}

/** Answers as plain JSON: the handler itself would answer older revisions with a stream. */
async function answerLegacy({ request, body, connection }: Exchange): Promise<Response> {
  const server = agentServer(connection)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: body })
  } finally {
    await server.close()
  }
}
