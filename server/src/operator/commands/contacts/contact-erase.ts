import { setTimeout as sleep } from 'node:timers/promises'
import { fatal } from '#core/fatal.ts'
import type { Db } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import type { Erasure } from '#resources/audience/erasure/erasure.ts'
import { isKnown } from '#resources/audience/erasure/is-known.ts'
import { readErasure } from '#resources/audience/erasure/read.ts'
import { requestErasure } from '#resources/audience/erasure/request.ts'
import { toWireErasure } from '#resources/audience/erasure/wire.ts'
import { openInstance } from '../../instance/open.ts'
import { changeAtTerminal, defineCommand } from '../command.ts'
import { nobodyHas, personOptions, readOwner, readPerson } from './person.ts'

export const contactErase = defineCommand({
  name: 'contact erase',
  summary: 'Makes all data about a person permanently unreadable, whether or not they are a contact',
  example: 'contact erase ada@example.com',
  audit: 'contact.erased',
  options: {
    ...personOptions,
    wait: { value: '<seconds>', summary: 'How long to wait until it has finished; default 60' },
  },
  async run({ who, organization, mode, wait = '60' }, { loadConfig, clock, untilInterrupted }) {
    const named = readPerson(who)
    if (!/^\d{1,5}$/.test(wait)) throw fatal('--wait must be a number of seconds such as 60.')
    await using database = await openInstance(loadConfig())
    const owner = await readOwner(database.db, organization, mode)
    const { environmentId, organizationId } = owner
    const known = await isKnown(database.db, owner, named)
    const change = changeAtTerminal(clock(), 'contact.erased', { organizationId, environmentId })
    const asked = await audited(
      database,
      change,
      tx => requestErasure(tx, { environmentId, ...named }, clock()),
      erasure => ({ objectId: erasure?.contactId ?? undefined }),
    )
    if (!asked) throw new Error('requestErasure returns nothing only for an unknown contact id')
    // Also if nobody is known: a text may name an address that nothing was sent to.
    const erasure = await untilFinished(database.db, asked, { seconds: Number(wait), signal: untilInterrupted() })
    return {
      json: { ...toWireErasure(erasure), known },
      text: `${known ? inWords(who, erasure) : nobodyHas(who)}\n`,
      failed: !known,
    }
  },
})

async function untilFinished(db: Db, asked: Erasure, { seconds, signal }: { seconds: number; signal: AbortSignal }) {
  let erasure = asked
  const until = performance.now() + seconds * 1_000
  while (erasure.finishedAt === null && performance.now() < until && !signal.aborted) {
    await sleep(250)
    erasure = await readErasure(db, asked, asked.id)
  }
  return erasure
}

const inWords = (who: string, { id, finishedAt }: Erasure): string =>
  finishedAt === null
    ? `A worker is erasing ${who}. GET /v1/erasures/${id} shows when it has finished.`
    : `${who} is erased: nothing in this environment refers to them any more.`
