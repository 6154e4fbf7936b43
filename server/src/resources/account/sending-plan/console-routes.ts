import type { EmailWayInput, SendingPlan, SmsWayInput } from '@posthorn/contract/console/sending-plan'
import type { Change } from '#core/change.ts'
import type { Clock } from '#core/clock.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { ConsoleHandlers } from '#http/handler.ts'
import type { Database } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { refuseUnlessOperator } from '#resources/account/members/operator.ts'
import { aboutWay } from './about.ts'
import { removeWay, saveWay } from './change.ts'
import { completeEmailWay, completeSmsWay } from './complete.ts'
import type { SendingParts } from './parts.ts'
import { readWays } from './read.ts'
import type { WaySafe } from './safe.ts'
import type { Channel, EmailWay, SmsWay, Way } from './way.ts'
import { toWireEmailWay, toWireSmsWay } from './wire.ts'

type Parts = { database: Database; clock: Clock; safe: WaySafe; sending: SendingParts }

export function sendingPlanConsoleRoutes({ database, clock, safe, sending }: Parts) {
  const { db } = database
  const { fixedBy, hostname, maySendDirectly } = sending

  const refuseStrangers = ({ id }: { id: string }) =>
    refuseUnlessOperator(db, id, 'see or change how live messages are sent')

  async function readPlan(): Promise<SendingPlan> {
    const { email, sms } = await readWays(db, safe)
    return {
      email: {
        fixed_by: [...fixedBy.email],
        saved: email?.way ? toWireEmailWay(email.way) : null,
        saved_at: email?.at.toISOString() ?? null,
      },
      sms: {
        fixed_by: [...fixedBy.sms],
        saved: sms?.way ? toWireSmsWay(sms.way) : null,
        saved_at: sms?.at.toISOString() ?? null,
      },
      hostname,
      may_send_directly: maySendDirectly,
    }
  }

  function refuseFaults<W extends EmailWay | SmsWay>(way: W): W {
    const faults = sending.faultsOf(way)
    if (faults.length > 0) throw invalid(...faults)
    return way
  }

  const readEmailWay = async (given: EmailWayInput): Promise<EmailWay> =>
    refuseFaults(completeEmailWay(given, (await readWays(db, safe)).email?.way ?? undefined))
  const readSmsWay = async (given: SmsWayInput): Promise<SmsWay> =>
    refuseFaults(completeSmsWay(given, (await readWays(db, safe)).sms?.way ?? undefined))

  async function save<C extends Channel>(channel: C, way: Way[C], change: Change): Promise<SendingPlan> {
    const [setting] = fixedBy[channel]
    if (setting)
      throw new Refusal('invalid_state', {
        message: `${setting} is set in the environment of the server and has priority. Remove it there first.`,
      })
    const before = (await readWays(db, safe))[channel]?.way ?? undefined
    const about = await aboutWay(db, channel, before, way)
    await audited(
      database,
      change,
      tx => saveWay(tx, safe, { channel, way, at: clock() }),
      () => about,
    )
    await sending.refresh()
    return readPlan()
  }

  async function remove(channel: Channel, change: Change) {
    const done = { success: true, message: 'Removed. Live messages of this kind are kept in the inbox.' }
    // When nothing is saved, there is no entry in the audit log.
    if ((await readWays(db, safe))[channel] === null) return done
    const about = await aboutWay(db, channel)
    await audited(
      database,
      change,
      tx => removeWay(tx, channel),
      () => about,
    )
    await sending.refresh()
    return done
  }

  return {
    async getSendingPlan(person) {
      await refuseStrangers(person)
      return readPlan()
    },

    async saveEmailWay(person, { body }, { change }) {
      await refuseStrangers(person)
      return save('email', await readEmailWay(body), change)
    },

    async saveSmsWay(person, { body }, { change }) {
      await refuseStrangers(person)
      return save('sms', await readSmsWay(body), change)
    },

    async removeEmailWay(person, _input, { change }) {
      await refuseStrangers(person)
      return remove('email', change)
    },

    async removeSmsWay(person, _input, { change }) {
      await refuseStrangers(person)
      return remove('sms', change)
    },

    async checkEmailWay(person, { body }) {
      await refuseStrangers(person)
      return sending.check.email(await readEmailWay(body))
    },

    async checkSmsWay(person, { body }) {
      await refuseStrangers(person)
      return sending.check.sms(await readSmsWay(body))
    },
  } satisfies Partial<ConsoleHandlers>
}
