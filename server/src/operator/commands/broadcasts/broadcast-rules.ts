import { fatal } from '#core/fatal.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import type { BroadcastRules } from '#resources/account/organizations/broadcast-rules.ts'
import { setBroadcastRules } from '#resources/account/organizations/set-broadcast-rules.ts'
import { openInstance } from '../../instance/open.ts'
import { changeAtTerminal, defineCommand } from '../command.ts'
import { givenOrOnly, organizationOption } from '../organization-option.ts'

export const broadcastRules = defineCommand({
  name: 'broadcast rules',
  summary: 'Shows or sets when broadcasts pause automatically, and whether they need an unsubscribe link',
  example: 'broadcast rules --bounces 3 --complaints 0.1 --unsubscribe-line required',
  audit: 'broadcast_rules.updated',
  options: {
    organization: organizationOption('Whose broadcasts'),
    bounces: { value: '<percent>', summary: 'Broadcasts pause above this; default 5' },
    complaints: { value: '<percent>', summary: 'Broadcasts pause above this; default 0.3' },
    'unsubscribe-line': {
      value: '<choice>',
      summary: 'For a broadcast without a visible unsubscribe link: add a line with one, or refuse it',
      choices: ['added', 'required'],
    },
  },
  async run({ organization: given, bounces, complaints, 'unsubscribe-line': unsubscribeLine }, { loadConfig, clock }) {
    const asked = {
      ...(bounces !== undefined && { maxBouncePercent: readPercent('bounces', bounces) }),
      ...(complaints !== undefined && { maxComplaintPercent: readPercent('complaints', complaints) }),
      ...(unsubscribeLine !== undefined && { unsubscribeLine }),
    }
    await using database = await openInstance(loadConfig())
    const organization = await givenOrOnly(database.db, given)
    const change = changeAtTerminal(clock(), 'broadcast_rules.updated', { organizationId: organization })
    const rules = await audited(database, change, tx => setBroadcastRules(tx, organization, asked))
    return { json: toJson(organization, rules), text: describe(rules) }
  },
})

function readPercent(option: string, text: string): number {
  const percent = /^\d{1,3}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (percent <= 0 || percent > 100) throw fatal(`--${option} must be a number above 0 and up to 100, such as 0.3.`)
  return percent
}

const toJson = (organization: string, { maxBouncePercent, maxComplaintPercent, unsubscribeLine }: BroadcastRules) => ({
  ...{ organization_id: organization, max_bounce_percent: maxBouncePercent },
  ...{ max_complaint_percent: maxComplaintPercent, unsubscribe_line: unsubscribeLine },
})

const describe = ({ maxBouncePercent, maxComplaintPercent, unsubscribeLine }: BroadcastRules): string =>
  `Broadcasts of a domain pause above ${maxBouncePercent} % bounces or ${maxComplaintPercent} % complaints within a day.
Without a visible unsubscribe link they ${unsubscribeLine === 'added' ? 'get a line with one' : 'are refused'}.
`
