import type { Access } from '../login-file.ts'
import { type Dialect, headersForUs, type Line } from './dialect.ts'
import type { Answer } from './differences.ts'
import { copyUpTo } from './proxy.ts'

const timeoutMs = 30_000
const maxAnswer = 1024 * 1024

export type ShadowRequest = Line & { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer }

/** Sends the same request to our door, with our test key. */
export async function askOurs(access: Access, dialect: Dialect, request: ShadowRequest): Promise<Answer> {
  const response = await fetch(`${access.url}${dialect.prefix}${request.path}`, {
    method: request.method,
    headers: { ...headersForUs(request.headers), ...dialect.keyHeader(access.key, request) },
    body: new Uint8Array(request.body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const copy = copyUpTo(maxAnswer)
  for await (const part of response.body ?? []) copy.add(Buffer.from(part))
  return { status: response.status, body: copy.bytes() ?? Buffer.alloc(0) }
}
