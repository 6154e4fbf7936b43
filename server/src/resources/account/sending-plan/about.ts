/** A way in the audit log: its place, and for its secret only whether it changed. */
import type { Db } from '#postgres/database.ts'
import type { About } from '#resources/account/audit-log/audited.ts'
import { differences } from '#resources/account/audit-log/differences.ts'
import { readOrganizations } from '#resources/account/organizations/plan.ts'
import { type Channel, type EmailWay, placeOf, type SmsWay } from './way.ts'

const names: Record<Channel, string> = { email: 'email', sms: 'text messages' }

export async function aboutWay(
  db: Db,
  channel: Channel,
  before?: EmailWay | SmsWay,
  after?: EmailWay | SmsWay,
): Promise<About> {
  const [first] = await readOrganizations(db)
  const secret = after && secretOf(after) !== (before && secretOf(before)) ? [{ field: secretName(after) }] : []
  return {
    ...{ organizationId: first?.id, objectId: first?.id, name: names[channel] },
    changes: after ? [...differences(before && shownOf(before), shownOf(after)), ...secret] : [],
  }
}

const shownOf = (way: EmailWay | SmsWay) => ({
  type: way.type,
  to: placeOf(way),
  ...(way.type === 'relay' && { username: way.username, security: way.security }),
  ...(way.type === 'smpp' && { system_id: way.systemId }),
  ...(way.type === 'twilio' && { account_sid: way.accountSid }),
})

function secretOf(way: EmailWay | SmsWay): string | null {
  if (way.type === 'telnyx') return way.apiKey
  if (way.type === 'twilio') return way.authToken
  return way.type === 'direct' ? null : way.password
}

const secretName = ({ type }: EmailWay | SmsWay): string =>
  type === 'telnyx' ? 'api_key' : type === 'twilio' ? 'auth_token' : 'password'
