import type { Config } from '#setup/settings.ts'
import { type Check, error, ok, warning } from './check.ts'

const waitMs = 3_000

type Reply = { kind: 'ready' } | { kind: 'not ready'; reason: string } | { kind: 'stranger' } | { kind: 'silent' }

export async function checkApi(config: Config): Promise<Check[]> {
  const urls = [...(config.port === 0 ? [] : [localUrl(config)]), ...(config.publicUrl ? [config.publicUrl] : [])]
  const [first] = urls
  if (!first) {
    const advice = 'To have the API checked, set PORT to a fixed port, or set POSTHORN_PUBLIC_URL.'
    return [warning('api', 'PORT is 0, so the doctor does not know where the API listens.', advice)]
  }
  const replies = await Promise.all(urls.map(async url => ({ url, reply: await askReady(url) })))
  const best =
    replies.find(({ reply }) => reply.kind === 'ready') ?? replies.find(({ reply }) => reply.kind !== 'silent')
  return [judge(best?.url ?? first, best?.reply ?? { kind: 'silent' })]
}

function judge(url: string, reply: Reply): Check {
  switch (reply.kind) {
    case 'ready':
      return ok('api', `Ready at ${url}.`)
    case 'not ready':
      return error(
        'api',
        `${url} answers, but is not ready: ${reply.reason}`,
        'Fix the database; the API then becomes ready by itself.',
      )
    case 'stranger':
      return error(
        'api',
        `The program that answers at ${url} is not Posthorn.`,
        'Stop it, or set PORT to another port.',
      )
    case 'silent': {
      const elsewhere = 'If it runs on another machine, set POSTHORN_PUBLIC_URL to its URL.'
      return error('api', `Nothing answers at ${url}.`, `Start it with npm start or npm run api. ${elsewhere}`)
    }
  }
}

async function askReady(url: string): Promise<Reply> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(waitMs), redirect: 'manual' })
    return understand(response.status, await response.text())
  } catch {
    return { kind: 'silent' }
  }
}

/** The two answers of http/health/health.ts; any other answer is from another program on that port. */
function understand(status: number, text: string): Reply {
  const body = parse(text)
  if (status === 200 && body.status === 'ready') return { kind: 'ready' }
  if (status === 503 && typeof body.message === 'string') return { kind: 'not ready', reason: body.message }
  return { kind: 'stranger' }
}

function parse(text: string): { status?: unknown; message?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    return value && typeof value === 'object' ? value : {}
  } catch {
    return {}
  }
}

/** For an API that listens on all addresses, the loopback address. */
function localUrl({ host, port }: Config): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
