/** Sends one read-only, free request to a carrier's API, to check whether it accepts our credentials. */
import { type Fields, parseFields } from './fields.ts'

export type Asked = { kind: 'answered'; status: number; answer: Fields } | { kind: 'unreached'; why: string }

const maxAnswerBytes = 65_536

export async function ask(url: URL, headers: Readonly<Record<string, string>>, timeoutMs: number): Promise<Asked> {
  try {
    const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    return { kind: 'answered', status: response.status, answer: parseFields(await start(response)) ?? {} }
  } catch (error) {
    return { kind: 'unreached', why: whyOf(error) }
  }
}

async function start({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxAnswerBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8')
}

function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'timed out'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}
