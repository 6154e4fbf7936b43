/** The console: who may sign in, what they may do there, and the pages that show it. */
import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import type { Pager } from '#core/page.ts'
import { openSealer } from '#core/seal.ts'
import type { Console } from '#http/app.ts'
import type { ClientAddressOf } from '#http/limits/client-address.ts'
import type { Database } from '#postgres/database.ts'
import { brandingConsoleRoutes } from '#resources/account/branding/console-routes.ts'
import { creditConsoleRoutes } from '#resources/account/credits/console-routes.ts'
import { memberConsoleRoutes } from '#resources/account/members/console-routes.ts'
import { enterOrganization } from '#resources/account/members/enter.ts'
import { organizationConsoleRoutes } from '#resources/account/organizations/console-routes.ts'
import { overviewConsoleRoutes } from '#resources/account/overview/console-routes.ts'
import type { Ways } from '#resources/account/overview/transports.ts'
import { peopleConsoleRoutes } from '#resources/account/people/console-routes.ts'
import { lazyAuth } from '#resources/account/people/lazy-auth.ts'
import { findPerson } from '#resources/account/people/sign-in.ts'
import { rateConsoleRoutes } from '#resources/account/rates/console-routes.ts'
import type { RateCard } from '#resources/account/rates/rate-card.ts'
import { searchConsoleRoutes } from '#resources/account/search/console-routes.ts'
import { signInProviderConsoleRoutes } from '#resources/account/sign-in-provider/console-routes.ts'
import { contactConsoleRoutes } from '#resources/audience/contacts/console-routes.ts'
import { suppressionConsoleRoutes } from '#resources/audience/suppressions/console-routes.ts'
import { domainConsoleRoutes } from '#resources/messages/domains/console-routes.ts'
import { keySafe } from '#resources/messages/domains/key-safe.ts'
import { reputationConsoleRoutes } from '#resources/messages/reputation/console-routes.ts'
import { templateConsoleRoutes } from '#resources/messages/templates/console-routes.ts'
import type { TemplateText } from '#resources/messages/templates/template-text.ts'
import { domainExamining } from './domain-examining.ts'
import { liveTransportNames, sendsMail } from './email-transports.ts'
import { settings as allSettings, type Config } from './settings.ts'
import { openSignInProvider } from './sign-in-provider/sign-in-provider.ts'
import { readCarrierPlan } from './sms-carriers.ts'

type Parts = {
  database: Database
  clock: Clock
  log: Logger
  pager: Pager
  card: RateCard
  secret: Buffer
  publicUrl: string
  clientAddressOf: ClientAddressOf
  templateText: TemplateText
}

export function openConsole(settings: Config, given: Parts): Console {
  const { database, publicUrl, clientAddressOf } = given
  const { db } = database
  const openAuth = lazyAuth({ ...given, db, encryptionKey: settings.encryptionKey })
  const ways = waysOf(settings)
  const signInProvider = openSignInProvider(settings, given)
  const instance = {
    version: serverVersion(),
    public_url: publicUrl,
    captures_email: ways.email.some(({ kind }) => kind === 'capture'),
    captures_sms: ways.sms.some(({ kind }) => kind === 'capture'),
    takes_passwords: settings.passwordSignIn,
    provider: signInProvider && { name: signInProvider.provider.name },
  }
  const parts = { ...given, db, openAuth, ways, instance, signInProvider }
  return {
    handlers: {
      ...peopleConsoleRoutes(parts),
      ...signInProviderConsoleRoutes(parts),
      ...memberConsoleRoutes({
        ...parts,
        handing: { key: settings.encryptionKey ?? given.secret, byMail: sendsMail(settings) },
      }),
      ...organizationConsoleRoutes({
        ...parts,
        reservedKeyNames: [allSettings.liveKey.name, allSettings.testKey.name],
      }),
      ...domainConsoleRoutes({
        ...parts,
        examining: domainExamining(settings),
        safe: keySafe(openSealer(settings.encryptionKey, parts.secret)),
      }),
      ...creditConsoleRoutes(parts),
      ...rateConsoleRoutes(parts),
      ...overviewConsoleRoutes(parts),
      ...brandingConsoleRoutes(parts),
      ...reputationConsoleRoutes(parts),
      ...searchConsoleRoutes(parts),
      ...contactConsoleRoutes(parts),
      ...suppressionConsoleRoutes(parts),
      ...templateConsoleRoutes(parts),
    },
    door: {
      findPerson: async visitor => findPerson(await openAuth(), visitor, given.clock()),
      enter: (person, place) => enterOrganization(db, person, place),
      clientAddressOf,
      publicOrigin: new URL(publicUrl).origin,
    },
  }
}

function waysOf(settings: Config): Ways {
  const words = ['capture', 'relay', 'direct'] as const
  return {
    email: liveTransportNames(settings).map(name => {
      const kind = words.find(word => word === name)
      // What is no word is the address of a relay, and may hold a password.
      return kind ? { name, kind } : { name: `relay ${new URL(name).hostname}`, kind: 'relay' }
    }),
    sms: readCarrierPlan(settings).carriers.map(({ name, type }) => ({ name, kind: type })),
  }
}

function serverVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return String(Object(JSON.parse(text)).version)
}
