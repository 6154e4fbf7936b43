import type { Access } from '../login-file.ts'
import { type Dialect, headersForUs, type Line } from './dialect.ts'
import type { Answer } from './differences.ts'
import { copyUpTo } from './proxy.ts'

const timeoutMs = 30_000
const maxAnswer = 1024 * 1024

export type Asked = Line & { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer }

/** The same request at our door, with our test key. */
export async function askOurs(access: Access, dialect: Dialect, asked: Asked): Promise<Answer> {
  const response = await fetch(`${access.url}${dialect.prefix}${asked.path}`, {
    method: asked.method,
    headers: { ...headersForUs(asked.headers), ...dialect.keyHeader(access.key, asked) },
    body: new Uint8Array(asked.body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const copy = copyUpTo(maxAnswer)
  for await (const part of response.body ?? []) copy.add(Buffer.from(part))
  return { status: response.status, body: copy.bytes() ?? Buffer.alloc(0) }
}
