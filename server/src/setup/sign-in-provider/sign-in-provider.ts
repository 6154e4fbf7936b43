/** The OpenID Connect provider of the settings. Its client library is loaded at the first sign-in. */
import type { Clock } from '#core/clock.ts'
import { openSealer } from '#core/seal.ts'
import type { SignInProvider } from '#resources/account/sign-in-provider/flow.ts'
import type { Provider } from '#resources/account/sign-in-provider/provider.ts'
import type { ProviderOptions } from '#transports/oidc/open-provider.ts'
import type { Config } from '../settings.ts'
import { readGroupsFile } from './groups-file.ts'

type Given = { publicUrl: string; secret: Buffer; clock: Clock }

/** Null when people sign in with passwords only. */
export function openSignInProvider(settings: Config, { publicUrl, secret, clock }: Given): SignInProvider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcName: name } = settings
  if (issuer === null || clientId === null || clientSecret === null) return null
  const groups = settings.oidcGroupsFile === null ? null : readGroupsFile(settings.oidcGroupsFile)
  const provider = lazyProvider({
    name,
    issuer,
    clientId,
    clientSecret,
    redirectUri: `${publicUrl}${returnPath}`,
    scopes: groups?.scopes ?? [],
    wantedClaims: groups?.rules.some(rule => 'group' in rule) ? [groups.claim] : [],
    nowMs: () => clock().getTime(),
  })
  const rules = { name, trustedDomains: settings.oidcTrustedDomains, groups }
  return { provider, rules, sealer: openSealer(settings.encryptionKey, secret) }
}

/** A page of the dashboard that passes on its query. */
const returnPath = '/sign-in/callback'

function lazyProvider(options: ProviderOptions): Provider {
  let opened: Promise<Provider> | undefined
  const open = () => {
    opened ??= import('#transports/oidc/open-provider.ts').then(({ openProvider }) => openProvider(options))
    return opened
  }
  return {
    name: options.name,
    begin: async () => (await open()).begin(),
    finish: async (answer, beginning) => (await open()).finish(answer, beginning),
  }
}
