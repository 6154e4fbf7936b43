/** For an agent that starts the server itself: one connection, over input and output. */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { agentServer, type Connection } from './agent-server.ts'

/** Resolves when the agent has gone. */
export function serveOverStdio(connection: Connection): Promise<void> {
  const transport = new StdioServerTransport()
  return new Promise(resolve => {
    process.stdin.once('close', () => resolve())
    serveStdio(() => agentServer(connection), { transport, maxSubscriptions: 0 })
  })
}
