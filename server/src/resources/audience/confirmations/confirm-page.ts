/** Reads and confirms a confirmation by the token in its link. */
import type { Clock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import { readBrand } from '#resources/account/branding/change.ts'
import { confirm } from '#resources/audience/contacts/pending/confirm.ts'
import { isOver, readConfirmation } from '#resources/audience/contacts/pending/steps.ts'
import { readConfirmToken, type TokenKey } from '#resources/messages/engagement/tokens.ts'
import { findDetails } from './store.ts'
import { agreement } from './words.ts'

type Parts = { database: Database; clock: Clock; key: TokenKey }

export function confirmPage({ database, clock, key }: Parts) {
  const read = async (token: string) => {
    const named = readConfirmToken(key, token)
    const confirmation = named && (await readConfirmation(database.db, named))
    const details = confirmation && (await findDetails(database.db, confirmation))
    if (!named || !confirmation || !details?.email || details.topics.length === 0) return undefined
    const { color, website, logo, confirmationWords } = await readBrand(database.db, details.organizationId)
    // A worker sets `expired`, possibly late.
    const state = isOver(confirmation, clock()) ? 'expired' : confirmation.state
    return {
      brand: { name: details.sender, color, website, logo },
      ...{ confirmationWords, address: details.email, topics: details.topics.map(({ name }) => name) },
      state: state === 'pending' || state === 'confirmed' ? state : ('ended' as const),
    }
  }
  return {
    read,
    /** False for an invalid link or a confirmation that has ended. */
    async confirm(token: string, { ip }: { ip: string }): Promise<boolean> {
      const named = readConfirmToken(key, token)
      const page = await read(token)
      if (!named || !page) return false
      const wording = agreement(page.brand.name, page.topics)
      return database.transaction(tx => confirm(tx, named, { wording, ip }, clock()))
    },
  }
}
