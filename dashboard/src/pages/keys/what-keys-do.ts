import type { Session } from '@posthorn/contract/console/session'
import type { Environment } from '#api/scope.ts'

type Captures = Pick<Session['instance'], 'captures_email' | 'captures_sms'>

/** What happens to messages sent with a key: live ones are sent only if a transport or carrier is set up. */
export function whatKeysDo(environment: Environment, { captures_email, captures_sms }: Captures): string {
  if (environment === 'test') return 'Test keys deliver nothing and cost nothing.'
  if (captures_email && captures_sms)
    return 'Nothing is sent yet: messages from live keys are kept in the inbox until a transport is configured.'
  if (captures_email) return 'Live keys send real text messages; email is kept in the inbox.'
  if (captures_sms) return 'Live keys send real email; text messages are kept in the inbox.'
  return 'Live keys send real messages.'
}
