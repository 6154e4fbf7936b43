/** Reads and confirms a confirmation by the token in its link. */
import type { Clock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import { readBrand } from '#resources/account/branding/change.ts'
import { confirm } from '#resources/audience/contacts/pending/confirm.ts'
import { type Confirmation, isOver, readConfirmation } from '#resources/audience/contacts/pending/steps.ts'
import { readConfirmToken, type TokenKey } from '#resources/messages/engagement/tokens.ts'
import { type Details, findDetails } from './store.ts'
import { agreement } from './words.ts'

const subscribedOf = ({ topics }: Details) => topics.filter(({ isSubscribed }) => isSubscribed)

/** A confirmed one has ended for a reader who has left all of its topics since. */
function stateOf(confirmation: Confirmation, details: Details, at: Date): 'pending' | 'confirmed' | 'ended' {
  // A worker sets `expired`, possibly late.
  if (confirmation.state === 'pending') return isOver(confirmation, at) ? 'ended' : 'pending'
  return confirmation.state === 'confirmed' && subscribedOf(details).length > 0 ? 'confirmed' : 'ended'
}

type Parts = { database: Database; clock: Clock; key: TokenKey }

export function confirmPage({ database, clock, key }: Parts) {
  const read = async (token: string) => {
    const named = readConfirmToken(key, token)
    const confirmation = named && (await readConfirmation(database.db, named))
    const details = confirmation && (await findDetails(database.db, confirmation))
    if (!named || !confirmation || !details?.email || details.topics.length === 0) return undefined
    const { color, website, logo, confirmationWords } = await readBrand(database.db, details.organizationId)
    const state = stateOf(confirmation, details, clock())
    const topics = state === 'confirmed' ? subscribedOf(details) : details.topics
    return {
      brand: { name: details.sender, color, website, logo },
      ...{ confirmationWords, address: details.email, topics: topics.map(({ name }) => name), state },
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
