/**
 * OpenID Connect: the code flow with PKCE, state and nonce, with openid-client. The provider is contacted only for a sign-in,
 * never at startup, so an unreachable provider affects only sign-ins.
 */
import * as client from 'openid-client'
import { boundedFetch, timeoutSeconds } from './bounded-fetch.ts'
import { failureOf } from './failure.ts'

export type ProviderOptions = {
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  /** The page that the browser is redirected back to. */
  redirectUri: string
  /** In addition to the standard scopes. */
  scopes: readonly string[]
  /** Fetched from the userinfo endpoint when the ID token lacks one of them. */
  wantedClaims: readonly string[]
  nowMs: () => number
}

type Beginning = { state: string; nonce: string; verifier: string }

/** Endpoints rarely change. Keys do, and are fetched again when one is unknown. */
const knownForMs = 60 * 60 * 1_000

export function openProvider(options: ProviderOptions) {
  const { name, redirectUri, scopes, nowMs } = options
  let known: { configuration: client.Configuration; untilMs: number } | undefined
  let asking: Promise<client.Configuration> | undefined

  async function configure(): Promise<client.Configuration> {
    if (known && known.untilMs > nowMs()) return known.configuration
    // Concurrent sign-ins share one request.
    asking ??= discover(options).finally(() => (asking = undefined))
    try {
      const configuration = await asking
      known = { configuration, untilMs: nowMs() + knownForMs }
      return configuration
    } catch (error) {
      if (known) return known.configuration
      throw error
    }
  }

  return {
    name,

    async begin() {
      try {
        const configuration = await configure()
        const beginning: Beginning = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        }
        const url = client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: ['openid', 'email', 'profile', ...scopes].join(' '),
          state: beginning.state,
          nonce: beginning.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(beginning.verifier),
          code_challenge_method: 'S256',
        })
        return { kind: 'begun', url: url.href, beginning } as const
      } catch (error) {
        return failureOf(error)
      }
    },

    async finish(answer: string, { state, nonce, verifier }: Beginning) {
      try {
        const configuration = await configure()
        const tokens = await client.authorizationCodeGrant(configuration, new URL(`?${answer}`, redirectUri), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        return { kind: 'claims', claims: await claimsOf(configuration, tokens, options) } as const
      } catch (error) {
        return failureOf(error)
      }
    },
  }
}

async function discover({ issuer, clientId, clientSecret }: ProviderOptions): Promise<client.Configuration> {
  const server = new URL(issuer)
  const configuration = await client.discovery(server, clientId, clientSecret, secretAs(clientSecret), {
    timeout: timeoutSeconds,
    // `as`: called with a URL and fetch options, in the library's own types.
    [client.customFetch]: boundedFetch as client.CustomFetch,
    // By default the library relies on TLS; checking the signature too costs one more fetch.
    execute: [
      client.enableNonRepudiationChecks,
      ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ],
  })
  // The library allows some multi-tenant providers to name another issuer than requested.
  const named = configuration.serverMetadata().issuer
  if (new URL(named).href !== server.href) throw new TypeError(`its issuer is ${named}, not ${issuer}`)
  return configuration
}

const secretAs = (secret: string): client.ClientAuth => {
  const [post, basic] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)]
  return (server, ...rest) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (takesPost ? post : basic)(server, ...rest)
  }
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

/** Signed claims take precedence over those of the userinfo endpoint. */
async function claimsOf(configuration: client.Configuration, tokens: Tokens, { wantedClaims }: ProviderOptions) {
  const signed = tokens.claims()
  if (!signed) throw new TypeError('it sent no ID token')
  const isWhole = ['email', ...wantedClaims].every(one => one in signed)
  if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return signed
  return { ...(await client.fetchUserInfo(configuration, tokens.access_token, signed.sub)), ...signed }
}
