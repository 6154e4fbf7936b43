/**
 * Erases a person: first what was sent to their address and number, then everything else that names them, found by a search. The search position is
 * stored in the table: after a crash it continues there, and repeated work changes nothing.
 */
import type { Clock } from '#core/clock.ts'
import { enqueue } from '#engine/enqueue.ts'
import type { Database } from '#postgres/database.ts'
import { renameTags } from '#resources/account/analytics/rename-tags.ts'
import { eraseRunsOf } from '#resources/automation/workflows/erase.ts'
import { waitForBroadcastPages } from '#resources/messages/broadcasts/wait.ts'
import type { FetchContent } from '#resources/messages/emails/body/outside-content.ts'
import { eraseEmailsTo } from '#resources/messages/emails/erase/erase.ts'
import { replaceOutside } from '#resources/messages/emails/erase/outside.ts'
import { nothingOutside } from '#resources/messages/emails/outside/fetch.ts'
import { eraseFallbacksTo } from '#resources/messages/fallbacks/change.ts'
import { eraseSmsOf } from '#resources/messages/sms/erase/erase.ts'
import type { OpenErasure } from './erasure.ts'
import { type EraseJob, eraseJob } from './jobs.ts'
import { needlesOf, replacing, replacingInNames } from './person.ts'
import { erasePreferences } from './request.ts'
import { replacerInEmails, searchPage } from './search.ts'
import { searched } from './searched.ts'
import { findOpen, finish, saveSearchPosition } from './store.ts'

/** The stored search position once the database is done and outside contents are searched. */
const outside = 'outside_contents'

/** Time for a worker to finish the messages it holds. */
const recheckAfterMs = 5_000

type Parts = {
  database: Database
  clock: Clock
  signal: AbortSignal
  /** Reads email contents kept outside the database. */
  fetchContent?: FetchContent | undefined
}

/** True when finished; otherwise another job is queued, by this one or by a repeated request. */
export async function erase(parts: Parts, job: EraseJob): Promise<boolean> {
  const { database, clock, signal } = parts
  const open = await findOpen(database.db, job)
  const contactId = job.contactId ?? open?.contactId ?? null
  if (!open) {
    // Another request for the same person named another contact, and its job has done the rest.
    const own = { environmentId: job.environmentId, at: clock(), signal }
    if (contactId !== null) await eraseRunsOf(database, { ...own, contactId })
    return true
  }
  const erasure = { ...open, contactId }
  const heldByWorkers = await eraseOwn(parts, erasure)
  if (heldByWorkers === 0) {
    if (erasure.searching !== outside) await search(parts, erasure)
    await searchOutside(parts, erasure)
    await waitForBroadcastPages(database, erasure.environmentId)
    // Messages written in the meantime are found by address again.
    if ((await eraseOwn(parts, erasure)) === 0) return await end(parts, erasure)
  }
  const runAt = new Date(clock().getTime() + recheckAfterMs)
  await database.transaction(tx => enqueue(tx, [eraseJob(job, { runAt })]))
  return false
}

/** Returns how many messages workers hold. */
async function eraseOwn({ database, clock, signal }: Parts, { environmentId, contactId, person }: OpenErasure) {
  const own = { environmentId, at: clock(), signal }
  const { email, phoneNumber: number } = person
  if (contactId !== null) await eraseRunsOf(database, { ...own, contactId })
  const replaceInEmails = replacerInEmails({ environmentId, person })
  const emails =
    email === null ? 0 : await eraseEmailsTo(database, { ...own, email, replaceIn: replacing(person), replaceInEmails })
  if (number !== null) await eraseFallbacksTo(database, { ...own, number })
  const texts = number === null ? 0 : await eraseSmsOf(database, { ...own, number })
  return emails + texts
}

async function search({ database, clock, signal }: Parts, erasure: OpenErasure): Promise<void> {
  const { environmentId, contactId, person } = erasure
  const searching = { environmentId, contactId, person, at: clock(), signal }
  const begin = Math.max(
    0,
    searched.findIndex(({ table }) => table === erasure.searching),
  )
  for (const [nth, one] of searched.slice(begin).entries()) {
    let after = nth === 0 ? erasure.after : null
    do {
      signal.throwIfAborted()
      after = await searchPage(database, searching, one, after)
      await saveSearchPosition(database.db, erasure, { searching: one.table, after })
    } while (after !== null)
  }
}

/** Emails to several recipients, and emails to others that name the person. */
async function searchOutside({ database, signal, fetchContent = nothingOutside }: Parts, erasure: OpenErasure) {
  const { environmentId, person } = erasure
  const replaceIn = replacing(person)
  let after = erasure.searching === outside ? (erasure.after?.[0] ?? null) : null
  do {
    after = await replaceOutside(database, fetchContent, { environmentId, replaceIn, signal }, after)
    await saveSearchPosition(database.db, erasure, { searching: outside, after: after === null ? null : [after] })
  } while (after !== null)
}

/** Erases suppressions again: a bounce may have added one during the search. */
async function end({ database, clock }: Parts, erasure: OpenErasure): Promise<boolean> {
  return database.transaction(async tx => {
    const at = clock()
    await erasePreferences(tx, erasure.environmentId, erasure.person, { hasUnsubscribed: false, takesNoSms: false, at })
    await renameTags(tx, erasure.environmentId, {
      needles: needlesOf(erasure.person),
      // The erasure id makes the tag name unique, so nobody else's statistics have it. Tags may differ only in how they write the address.
      toName: (tag, nth) => `${replacingInNames(erasure.person)(tag)} ${erasure.id}${nth === 0 ? '' : ` ${nth + 1}`}`,
    })
    return finish(tx, erasure, at)
  })
}
