/** For an agent that starts the server itself: one connection, over stdin and stdout. */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { agentServer, type Connection } from './agent-server.ts'

/** Resolves when the agent disconnects. */
export function serveOverStdio(connection: Connection): Promise<void> {
  const transport = new StdioServerTransport()
  return new Promise(resolve => {
    process.stdin.once('close', () => resolve())
    serveStdio(() => agentServer(connection), { transport, maxSubscriptions: 0 })
  })
}
