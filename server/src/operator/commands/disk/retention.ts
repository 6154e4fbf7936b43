import { describeBytes } from '#core/bytes.ts'
import { systemClock } from '#core/clock.ts'
import { fatal } from '#core/fatal.ts'
import { inWords, Refusal } from '#core/refusal.ts'
import { readEnvironment } from '#resources/account/organizations/environment.ts'
import { changeAudited } from '#resources/account/retention/change.ts'
import { estimate, readRetention } from '#resources/account/retention/read.ts'
import { kinds, type Retention } from '#resources/account/retention/retention.ts'
import { openInstance } from '../../instance/open.ts'
import { changeAtTerminal, defineCommand } from '../command.ts'
import { givenOrOnly, organizationOption } from '../organization-option.ts'
import { table } from '../table.ts'

const ofDays = (what: string) => ({ value: '<days>', summary: `How many days ${what} are kept, or forever` })

export const retention = defineCommand({
  name: 'retention',
  summary: 'Shows or changes how long an environment keeps its data',
  example: 'retention --mode live --bodies 30 --events 90 --messages 400',
  audit: 'retention.updated',
  options: {
    organization: organizationOption('Whose data'),
    mode: { value: '<mode>', summary: 'In which environment', choices: ['live', 'test'], required: true },
    bodies: ofDays('content and attachments'),
    events: ofDays('events and deliveries to webhooks'),
    messages: ofDays('emails, text messages and runs'),
  },
  async run({ organization: asked, mode, ...given }, { loadConfig, clock }) {
    const change = Object.fromEntries(
      kinds.flatMap(kind => (given[kind] === undefined ? [] : [[kind, readDays(kind, given[kind])]])),
    )
    await using database = await openInstance(loadConfig())
    const organization = await givenOrOnly(database.db, asked)
    const environmentId = await readEnvironment(database.db, organization, mode)
    const kept: Retention =
      Object.keys(change).length > 0
        ? await changeAudited(
            database,
            changeAtTerminal(clock(), 'retention.updated', { environmentId }),
            environmentId,
            change,
          ).catch(error => {
            throw asTyped(error)
          })
        : await readRetention(database.db, environmentId)
    const about = await estimate(database.db, environmentId, kept, systemClock())
    return {
      json: {
        organization_id: organization,
        mode,
        ...Object.fromEntries(kinds.map(kind => [`${kind}_days`, kept[kind]])),
        kept: about,
      },
      text: `${table(
        ['what', 'kept', 'emails', 'about'],
        kinds.map(kind => ({
          what: kind,
          kept: daysInWords(kept[kind]),
          emails: about[kind].emails.toLocaleString('en'),
          about: describeBytes(about[kind].bytes),
        })),
      )}\n`,
    }
  },
})

/** A refusal names the field of the API. */
const asTyped = (error: unknown): unknown =>
  error instanceof Refusal ? fatal(inWords(error).replace(/^(\w+)_days/, '--$1'), error) : error

function readDays(kind: string, text: string): number | null {
  if (text === 'forever') return null
  const days = Number(text)
  if (!/^\d{1,5}$/.test(text) || (days === 0 && kind !== 'bodies'))
    throw fatal(
      `--${kind} must be a number of days such as 30, or forever${kind === 'bodies' ? '; 0 keeps content until its email has ended' : ''}.`,
    )
  return days
}

const daysInWords = (days: number | null) =>
  days === null ? 'forever' : days === 0 ? 'until it has ended' : days === 1 ? '1 day' : `${days} days`
