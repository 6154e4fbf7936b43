/** The console: who may sign in, what they may do there, and the pages that show it. */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import type { Pager } from '#core/page.ts'
import type { AddressRule } from '#core/public-address.ts'
import { openSealer } from '#core/seal.ts'
import { version } from '#core/version.ts'
import type { Console } from '#http/app.ts'
import type { ClientAddressOf } from '#http/limits/client-address.ts'
import type { Database } from '#postgres/database.ts'
import { alertConsoleRoutes } from '#resources/account/alerts/console-routes.ts'
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
import { sendingPlanConsoleRoutes } from '#resources/account/sending-plan/console-routes.ts'
import { waySafe } from '#resources/account/sending-plan/safe.ts'
import { signInProviderConsoleRoutes } from '#resources/account/sign-in-provider/console-routes.ts'
import { contactConsoleRoutes } from '#resources/audience/contacts/console-routes.ts'
import { suppressionConsoleRoutes } from '#resources/audience/suppressions/console-routes.ts'
import { domainConsoleRoutes } from '#resources/messages/domains/console-routes.ts'
import { keySafe } from '#resources/messages/domains/key-safe.ts'
import { reputationConsoleRoutes } from '#resources/messages/reputation/console-routes.ts'
import { templateConsoleRoutes } from '#resources/messages/templates/console-routes.ts'
import type { TemplateText } from '#resources/messages/templates/template-text.ts'
import { serverName } from './email/domain-examining.ts'
import { liveTransportNames, sendsMail } from './email/email-transports.ts'
import type { CurrentSending } from './sending/current.ts'
import { rebuiltOnChange } from './sending/rebuilt-on-change.ts'
import { sendingParts } from './sending/sending-parts.ts'
import type { SendingConfig } from './sending/with-saved.ts'
import { settings as allSettings, type Config } from './settings.ts'
import { openSignInProvider } from './sign-in-provider/sign-in-provider.ts'
import { readCarrierPlan } from './sms/sms-carriers.ts'

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
  addresses: AddressRule
  current: CurrentSending
}

export function openConsole(settings: Config, given: Parts): Console {
  const { database, publicUrl, clientAddressOf, current } = given
  const { db } = database
  const openAuth = lazyAuth({ ...given, db, encryptionKey: settings.encryptionKey })
  const waysNow = rebuiltOnChange(current.now, waysOf)
  const ways: Ways = {
    get email() {
      return waysNow().email
    },
    get sms() {
      return waysNow().sms
    },
  }
  const isKept = (channel: keyof Ways) => ways[channel].some(({ kind }) => kind === 'capture')
  const signInProvider = openSignInProvider(settings, given)
  const instance = {
    version,
    public_url: publicUrl,
    get captures_email() {
      return isKept('email')
    },
    get captures_sms() {
      return isKept('sms')
    },
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
        hasOwnRateCard: settings.rateCard !== null,
        linkDelivery: {
          key: settings.encryptionKey ?? given.secret,
          get byMail() {
            return sendsMail(current.now())
          },
        },
      }),
      ...organizationConsoleRoutes({
        ...parts,
        reservedKeyNames: [allSettings.liveKey.name, allSettings.testKey.name],
      }),
      ...domainConsoleRoutes({
        ...parts,
        hostname: serverName(settings),
        safe: keySafe(openSealer(settings.encryptionKey, parts.secret)),
      }),
      ...alertConsoleRoutes({
        ...parts,
        sealer: openSealer(settings.encryptionKey, parts.secret),
        sendsMail: () => sendsMail(current.now()),
      }),
      ...creditConsoleRoutes(parts),
      ...rateConsoleRoutes(parts),
      ...overviewConsoleRoutes(parts),
      getWaysIn: async () => ({ doors: [...settings.doors], smtp_port: settings.submissionPort }),
      ...brandingConsoleRoutes(parts),
      ...reputationConsoleRoutes(parts),
      ...searchConsoleRoutes(parts),
      ...contactConsoleRoutes(parts),
      ...suppressionConsoleRoutes(parts),
      ...templateConsoleRoutes(parts),
      ...sendingPlanConsoleRoutes({
        ...parts,
        safe: waySafe(openSealer(settings.encryptionKey, parts.secret)),
        sending: sendingParts(settings, parts),
      }),
    },
    door: {
      findPerson: async visitor => findPerson(await openAuth(), visitor, given.clock()),
      enter: (person, place) => enterOrganization(db, person, place),
      clientAddressOf,
      publicOrigin: new URL(publicUrl).origin,
    },
  }
}

function waysOf(settings: SendingConfig): Ways {
  const words = ['capture', 'relay', 'ses', 'direct'] as const
  return {
    email: liveTransportNames(settings).map(name => {
      const kind = words.find(word => word === name)
      // Anything else is the URL of a relay, which may hold a password.
      return kind ? { name, kind } : { name: `relay ${new URL(name).hostname}`, kind: 'relay' }
    }),
    sms: readCarrierPlan(settings).carriers.map(({ name, type }) => ({ name, kind: type })),
  }
}
