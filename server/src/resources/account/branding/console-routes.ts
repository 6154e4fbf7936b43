import type { Branding, BrandingUpdate } from '@posthorn/contract/console/branding'
import type { ConsoleHandlers } from '#http/handler.ts'
import { logoPath } from '#http/readers/logo.ts'
import type { Database } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import type { Brand } from './brand.ts'
import { type BrandChange, changeBrand, readBrand } from './change.ts'

export const brandingConsoleRoutes = ({ database }: { database: Database }) =>
  ({
    getBranding: async ({ organizationId }) => toWire(await readBrand(database.db, organizationId)),

    setBranding: async ({ organizationId }, { body }, { change }) =>
      toWire(await audited(database, change, tx => changeBrand(tx, organizationId, fromWire(body)))),
  }) satisfies Partial<ConsoleHandlers>

const fromWire = ({ unsubscribe_words, confirmation_words, ...same }: BrandingUpdate): BrandChange => ({
  ...same,
  ...(unsubscribe_words !== undefined && { unsubscribeWords: unsubscribe_words }),
  ...(confirmation_words !== undefined && { confirmationWords: confirmation_words }),
})

const toWire = ({ name, color, website, unsubscribeWords, confirmationWords, logo }: Brand): Branding => ({
  ...{ name, color, website },
  unsubscribe_words: unsubscribeWords,
  confirmation_words: confirmationWords,
  logo: logo && { path: logoPath(logo.hash), width: logo.width, height: logo.height },
})
