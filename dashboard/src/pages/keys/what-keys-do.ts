import type { Session } from '@posthorn/contract/console/session'
import type { Environment } from '#api/scope.ts'

type Captures = Pick<Session['instance'], 'captures_email' | 'captures_sms'>

/** What becomes of a message sent with a key: live ones leave only where something is set up to carry them. */
export function whatKeysDo(environment: Environment, { captures_email, captures_sms }: Captures): string {
  if (environment === 'test') return 'Test keys send nothing to anybody and cost nothing.'
  if (captures_email && captures_sms)
    return 'Nothing leaves yet: what live keys send is kept in the inbox until a transport is configured.'
  if (captures_email) return 'Live keys send real text messages; email is kept in the inbox.'
  if (captures_sms) return 'Live keys send real email; text messages are kept in the inbox.'
  return 'Live keys send real messages.'
}
