/** The services that can be imported from. */
import type { ProviderApi } from './provider-api.ts'
import type { Source } from './source.ts'
import { listmonkSource } from './sources/listmonk.ts'
import { mailgunSource, mailgunToLiquid } from './sources/mailgun.ts'
import { postmarkSource, postmarkToLiquid } from './sources/postmark.ts'
import { resendSource, resendToLiquid } from './sources/resend.ts'
import { sendgridSource, sendgridToLiquid } from './sources/sendgrid.ts'
import type { Translate } from './sources/template-files.ts'
import { goToLiquid } from './templates/go.ts'

export type Provider = {
  /** The name in the command. */
  word: string
  name: string
  /** Undefined for a self-hosted service. */
  baseUrl: string | undefined
  keyVariable: string
  keyIs: string
  headers(key: string): Record<string, string>
  source(api: ProviderApi, signal: AbortSignal): Source
  /** Translates its template language to Liquid. */
  translate: Translate
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

export const providers: readonly Provider[] = [
  {
    word: 'resend',
    name: 'Resend',
    baseUrl: 'https://api.resend.com',
    keyVariable: 'RESEND_API_KEY',
    keyIs: 'A Resend API key with full access',
    headers: bearer,
    source: resendSource,
    translate: resendToLiquid,
  },
  {
    word: 'sendgrid',
    name: 'SendGrid',
    baseUrl: 'https://api.sendgrid.com',
    keyVariable: 'SENDGRID_API_KEY',
    keyIs: 'A SendGrid API key',
    headers: bearer,
    source: sendgridSource,
    translate: sendgridToLiquid,
  },
  {
    word: 'postmark',
    name: 'Postmark',
    baseUrl: 'https://api.postmarkapp.com',
    keyVariable: 'POSTMARK_SERVER_TOKEN',
    keyIs: 'A Postmark server token',
    headers: key => ({ 'x-postmark-server-token': key, accept: 'application/json' }),
    source: postmarkSource,
    translate: postmarkToLiquid,
  },
  {
    word: 'mailgun',
    name: 'Mailgun',
    baseUrl: 'https://api.mailgun.net',
    keyVariable: 'MAILGUN_API_KEY',
    keyIs: 'A Mailgun API key for the whole account',
    headers: key => ({ authorization: `Basic ${Buffer.from(`api:${key}`).toString('base64')}` }),
    source: mailgunSource,
    translate: mailgunToLiquid,
  },
  {
    word: 'listmonk',
    name: 'listmonk',
    baseUrl: undefined,
    keyVariable: 'LISTMONK_API_KEY',
    keyIs: 'A listmonk API user with its token, as user:token',
    headers: key => ({ authorization: `token ${key}` }),
    source: listmonkSource,
    translate: goToLiquid,
  },
]
