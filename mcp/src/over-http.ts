/** One answer for one request, without sessions: streamable HTTP of the newest revision, and of those before it. */
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { agentServer, type Connection } from './agent-server.ts'

type Exchange = {
  /** Without its body. */
  request: Request
  body: unknown
  connection: Connection
}

// No stream ever opens: nothing in our lists changes while somebody is connected.
const handler = createMcpHandler(
  // `as`: what is put there below.
  ({ authInfo }) => agentServer(authInfo?.extra?.connection as Connection),
  { legacy: 'reject', maxSubscriptions: 0 },
)

export async function answerOverHttp({ request, body, connection }: Exchange): Promise<Response> {
  if (await isLegacyRequest(request, body)) return answerLegacy({ request, body, connection })
  const authInfo = { token: '', clientId: '', scopes: [], extra: { connection } }
  return handler.fetch(request, { parsedBody: body, authInfo })
}

/** Whole, as JSON: the handler's own way to serve them answers with a stream. */
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
