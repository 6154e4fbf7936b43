import { environment } from '#api/scope.ts'
import { CodeBlock } from './code-block.tsx'

type Request = { method?: string; path: string; body?: unknown; apiKey?: string }

/** The request as a curl command for this server and environment. */
function curlOf({ method = 'POST', path, body, apiKey = `tx_${environment}_…` }: Request): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${location.origin}${path}`,
    `  -H "Authorization: Bearer ${apiKey}"`,
    ...(body === undefined
      ? []
      : [
          `  -H "Content-Type: application/json"`,
          `  -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''").replaceAll('\n', '\n  ')}'`,
        ]),
  ]
  return lines.join(' \\\n')
}

export const Curl = ({ title, ...request }: Request & { title?: string }) => (
  <CodeBlock code={curlOf(request)} {...(title && { title })} />
)
