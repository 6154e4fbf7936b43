/** An OpenID Connect provider with users, made with the library of that name: what others run, in one process. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** Claims by login name. */
type People = Map<string, Record<string, unknown>>

export type OpenidProvider = AsyncDisposable & {
  issuer: string
  clientId: string
  clientSecret: string
  people: People
  /** The address that browsers are sent back to. It answers nobody before that. */
  allow(redirectUri: string): void
  /** Signs in like a browser, and returns the query that the browser comes back with. */
  signIn(url: string, login: string): Promise<string>
}

export async function startOpenidProvider(): Promise<OpenidProvider> {
  const people: People = new Map()
  const client = { clientId: 'posthorn', clientSecret: 'a secret of the client' }
  let answer: ReturnType<Provider['callback']> = (_request, response) => void response.writeHead(503).end()
  const server = createServer((request, response) => answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // `as`: it listens on a port.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    ...client,
    people,
    allow(redirectUri) {
      answer = openProvider(issuer, { ...client, redirectUri }, people).callback()
    },
    signIn,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

type Client = { clientId: string; clientSecret: string; redirectUri: string }

function openProvider(issuer: string, { clientId, clientSecret, redirectUri }: Client, people: People): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...people.get(id), sub: id }) }),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of its cookies'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
    renderError: (context, { error }) => {
      context.body = error
    },
  })
}

/** The provider asks for a name and any password, then for consent. */
async function signIn(url: string, login: string): Promise<string> {
  const cookies = new Map<string, string>()
  const { origin } = new URL(url)
  let next = url
  for (let step = 0; step < 12; step++) {
    const page = await visit(next, cookies)
    const form = page.status === 200 ? formOf(await page.text()) : undefined
    const answered = form ? await visit(form.action, cookies, { prompt: form.prompt, login, password: 'any' }) : page
    const location = new URL(answered.headers.get('location') ?? fail(answered), next)
    if (location.origin !== origin) return location.search.slice(1)
    next = location.href
  }
  throw new Error('The provider sends us round in circles.')
}

function formOf(page: string): { action: string; prompt: string } {
  const [, action = ''] = /<form[^>]*action="([^"]+)"/.exec(page) ?? []
  const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? []
  return { action, prompt }
}

async function visit(url: string, cookies: Map<string, string>, fields?: Record<string, string>): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { cookie },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  })
  for (const one of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
    cookies.set(name, value)
  }
  return response
}

function fail({ status }: Response): never {
  throw new Error(`The provider answered ${status} and led nowhere.`)
}
