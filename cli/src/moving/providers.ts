/** The services that things can be brought from. */
import type { ProviderApi } from './provider-api.ts'
import type { Source } from './source.ts'
import { listmonkSource } from './sources/listmonk.ts'
import { resendSource } from './sources/resend.ts'

export type Provider = {
  /** As a word of the command. */
  word: string
  name: string
  /** Undefined for one that everybody runs for themselves. */
  baseUrl: string | undefined
  keyVariable: string
  keyIs: string
  headers(key: string): Record<string, string>
  source(api: ProviderApi): Source
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

export const providers: readonly Provider[] = [
  {
    word: 'resend',
    name: 'Resend',
    baseUrl: 'https://api.resend.com',
    keyVariable: 'RESEND_API_KEY',
    keyIs: 'An API key of Resend with full access',
    headers: bearer,
    source: resendSource,
  },
  {
    word: 'listmonk',
    name: 'listmonk',
    baseUrl: undefined,
    keyVariable: 'LISTMONK_API_KEY',
    keyIs: 'An API user of listmonk and its token, as user:token',
    headers: key => ({ authorization: `token ${key}` }),
    source: listmonkSource,
  },
]
