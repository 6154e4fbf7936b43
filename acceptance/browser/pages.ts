/** Every page of the dashboard, some of them in several views. */
import type { Seeds } from './seed.ts'

type Visit = readonly [name: string, path: (ids: Seeds) => string]

export const pagesOfMembers: readonly Visit[] = [
  ['overview', () => '/'],
  ['overview-test', () => '/test'],
  ['inbox', () => '/inbox'],
  ['inbox-sms', () => '/inbox?kind=phone'],
  ['emails', () => '/emails'],
  ['emails-nothing-fits', () => '/emails?q=nobody@example.com'],
  ['email', ids => `/emails/${ids.email}`],
  ['email-preflight', ids => `/emails/${ids.email}?view=preflight`],
  ['sms', () => '/sms'],
  ['sms-detail', ids => `/sms/${ids.sms}`],
  ['broadcasts', () => '/broadcasts'],
  ['broadcast-draft', ids => `/broadcasts/${ids.draft}`],
  ['broadcast', ids => `/broadcasts/${ids.broadcast}`],
  ['broadcast-recipients', ids => `/broadcasts/${ids.broadcast}?view=recipients`],
  ['broadcast-content', ids => `/broadcasts/${ids.broadcast}?view=content`],
  ['contacts', () => '/contacts'],
  ['contact', ids => `/contacts/${ids.contact}`],
  ['segments', () => '/segments'],
  ['segment', ids => `/segments/${ids.segment}`],
  ['segment-list', ids => `/segments/${ids.list}`],
  ['topics', () => '/topics'],
  ['signup-forms', () => '/signup-forms'],
  ['suppressions', () => '/suppressions'],
  ['templates', () => '/templates'],
  ['template', ids => `/templates/${ids.template}`],
  ['template-version', ids => `/templates/${ids.template}?version=1`],
  ['workflows', () => '/workflows'],
  ['workflow', ids => `/workflows/${ids.workflow}`],
  ['webhooks', () => '/webhooks'],
  ['webhook', ids => `/webhooks/${ids.webhook}`],
  ['domains', () => '/domains'],
  ['keys', () => '/keys'],
  ['requests', () => '/requests'],
  ['usage', () => '/usage'],
  ['organization', () => '/settings'],
  ['members', () => '/settings?view=members'],
  ['delivery', () => '/settings?view=delivery'],
  ['data', () => '/settings?view=data'],
  ['audit-log', () => '/settings?view=audit'],
  ['not-here', () => '/nonsense'],
]

export const pagesOfStrangers: readonly Visit[] = [
  ['sign-in', () => '/sign-in'],
  ['set-up', () => '/setup?token=used'],
  ['invitation', ids => ids.invitation],
]
