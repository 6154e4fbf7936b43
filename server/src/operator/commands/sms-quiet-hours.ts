import { fatal } from '#core/fatal.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { readEnvironment } from '#resources/account/organizations/environment.ts'
import {
  lengthOf,
  maxQuietMinutes,
  type QuietHours,
  readTimeOfDay,
  timeOfDay,
} from '#resources/messages/quiet-hours/quiet-hours.ts'
import { setQuietHours } from '#resources/messages/quiet-hours/set.ts'
import { openInstance } from '../instance/open.ts'
import { changeAtTerminal, defineCommand } from './command.ts'
import { givenOrOnly, organizationOption } from './organization-option.ts'

export const smsQuietHours = defineCommand({
  name: 'sms quiet-hours',
  summary: 'Sets the hours without text messages, in the local time of each recipient',
  example: 'sms quiet-hours --mode live --from 21:00 --to 08:00',
  audit: 'quiet_hours.updated',
  options: {
    organization: organizationOption('Whose messages have quiet hours'),
    mode: { value: '<mode>', summary: 'In which environment', choices: ['live', 'test'], required: true },
    from: { value: '<time>', summary: 'When they begin, such as 21:00, or none', required: true },
    to: { value: '<time>', summary: 'When they end, such as 08:00; at most twelve hours later' },
  },
  async run({ organization: asked, mode, from, to }, { loadConfig, clock }) {
    const hours = from === 'none' ? null : readHours(from, to)
    await using database = await openInstance(loadConfig())
    const organization = await givenOrOnly(database.db, asked)
    const environmentId = await readEnvironment(database.db, organization, mode)
    const change = changeAtTerminal(clock(), 'quiet_hours.updated', { environmentId })
    await audited(database, change, tx => setQuietHours(tx, { organizationId: organization, mode }, hours))
    const shown = hours && { from: timeOfDay(hours.from), to: timeOfDay(hours.to) }
    return {
      json: { organization_id: organization, mode, quiet_hours: shown },
      text: shown
        ? `Text messages wait from ${shown.from} to ${shown.to}, in the local time of the recipient.\n`
        : 'Text messages are sent at any hour.\n',
    }
  },
})

function readHours(from: string, to: string | undefined): QuietHours {
  const hours = { from: readTime('from', from), to: readTime('to', to ?? '') }
  const length = lengthOf(hours)
  if (length === 0 || length > maxQuietMinutes)
    throw fatal(
      'Quiet hours can last at most twelve hours, so that every country has hours in which messages are sent.',
    )
  return hours
}

function readTime(option: string, text: string): number {
  const minute = readTimeOfDay(text)
  if (minute === undefined) throw fatal(`--${option} must be a time of the day such as 21:00.`)
  return minute
}
