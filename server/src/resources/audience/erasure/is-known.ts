import type { Sender } from '#core/caller.ts'
import type { Db } from '#postgres/database.ts'
import { readConsent } from '#resources/audience/consent/read.ts'
import { contactNamed } from '#resources/audience/contacts/erase.ts'
import { readSuppressions } from '#resources/audience/suppressions/read.ts'
import { readEmails } from '#resources/messages/emails/read/read.ts'
import { numberKey } from '#resources/messages/opt-outs/number-key.ts'
import { optedOutAmong } from '#resources/messages/opt-outs/read.ts'
import { readSmsList } from '#resources/messages/sms/read/read.ts'

const one = { limit: 1, before: undefined }

/** Whether anything belongs to the address or number. Only the erasure itself finds mentions in texts. */
export async function isKnown(db: Db, owner: Sender, named: { email: string } | { number: string }): Promise<boolean> {
  const { environmentId } = owner
  if (await contactNamed(db, { environmentId, ...named })) return true
  if ('email' in named) {
    const { email } = named
    const found = [
      await readEmails(db, owner, one, { to: email }),
      await readSuppressions(db, owner, one, { email }),
      await readConsent(db, { environmentId, email, phoneNumber: null }, one),
    ]
    return found.some(rows => rows.length > 0)
  }
  const { number } = named
  const found = [
    await readSmsList(db, owner, one, { to: number }),
    await readSmsList(db, owner, one, { from: number }),
    await readConsent(db, { environmentId, email: null, phoneNumber: number }, one),
  ]
  const whose = { environmentId, number }
  return found.some(rows => rows.length > 0) || (await optedOutAmong(db, [whose])).has(numberKey(whose))
}
