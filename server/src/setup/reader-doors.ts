/** The pages and URLs for readers of emails: pixels, links, attachments, unsubscribing, confirming and signing up. */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import { networkMatcher } from '#core/networks.ts'
import { clientAddress } from '#http/limits/client-address.ts'
import type { ReaderDoors } from '#http/readers/readers.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { addStatsByKey } from '#resources/account/analytics/add.ts'
import { readLogo } from '#resources/account/branding/change.ts'
import { confirmPage } from '#resources/audience/confirmations/confirm-page.ts'
import { signupPage } from '#resources/audience/signup-forms/signup-page.ts'
import { unsubscribePage } from '#resources/audience/unsubscribe/unsubscribe-page.ts'
import { countByEmail } from '#resources/messages/broadcast-figures/count.ts'
import { type AttachmentParts, attachmentDownloads } from '#resources/messages/emails/read/attachments.ts'
import { openHitBuffer } from '#resources/messages/engagement/hit-buffer.ts'
import { openLocations } from '#resources/messages/engagement/location.ts'
import { type Firsts, recordHits } from '#resources/messages/engagement/record.ts'
import { trackingDoor } from '#resources/messages/engagement/routes.ts'
import { tokenKey } from '#resources/messages/engagement/tokens.ts'
import type { Config } from './settings.ts'

type Settings = Pick<Config, 'trustedProxies' | 'scannerNetworks' | 'geoipFile'>
type Parts = {
  database: Database
  clock: Clock
  log: Logger
  secret: Buffer
  files: Pick<AttachmentParts, 'fetchContent' | 'openMessage'>
}

export async function openReaderDoors(settings: Settings, parts: Parts): Promise<ReaderDoors & AsyncDisposable> {
  const { database, clock, log, secret, files } = parts
  const key = tokenKey(secret)
  const recording = {
    isScannerNetwork: networkMatcher(settings.scannerNetworks),
    locate: await openLocations(settings.geoipFile),
    async onFirsts(tx: Tx, firsts: readonly Firsts[]) {
      await addStatsByKey(tx, firsts.map(toChange))
      await countByEmail(tx, firsts.map(toChange))
    },
  }
  const hitBuffer = openHitBuffer({
    database,
    write: (tx, hits) => recordHits(tx, recording, hits),
    onLost: (count, err) => log.error({ count, err }, 'opens and clicks were lost'),
  })
  return {
    tracking: trackingDoor({ secret, clock, note: hit => hitBuffer.note(hit) }),
    unsubscribe: unsubscribePage({ database, clock, secret }),
    confirm: confirmPage({ database, clock, key }),
    signup: signupPage({ database, clock }),
    attachments: attachmentDownloads({ ...files, db: database.db, clock, key }),
    logos: { read: hash => readLogo(database.db, hash) },
    clientAddressOf: clientAddress(networkMatcher(settings.trustedProxies)),
    [Symbol.asyncDispose]: () => hitBuffer[Symbol.asyncDispose](),
  }
}

const toChange = ({ environmentId, emailId, ...firsts }: Firsts) => ({
  environmentId,
  emailId,
  counts: {
    emails_opened: Number(firsts.opened),
    emails_clicked: Number(firsts.clicked),
    emails_opened_by_people: Number(firsts.openedByPerson),
    emails_clicked_by_people: Number(firsts.clickedByPerson) - Number(firsts.clickTakenBack),
  },
})
