/** Translates the errors of better-auth to refusals. */
import { invalid, Refusal } from '#core/refusal.ts'

const lockedSeconds = 900
const refused = (message: string) => new Refusal('unauthorized', { message })
const notABackupCode = () => refused('This is not one of your backup codes, or it was used before.')
const notOn = () => new Refusal('invalid_state', { message: 'No authenticator app is set up.' })
const noPassword = () =>
  new Refusal('invalid_state', { message: 'You have no password here: you sign in with the provider.' })
const locked = () =>
  new Refusal('rate_limit_exceeded', {
    message: 'Too many wrong codes. Wait before you try again.',
    retryAfterSeconds: lockedSeconds,
  })

const byCode: Record<string, () => Refusal> = {
  INVALID_EMAIL: () => refused('Wrong email or password.'),
  INVALID_EMAIL_OR_PASSWORD: () => refused('Wrong email or password.'),
  INVALID_PASSWORD: () => invalid({ path: 'password', message: 'is not your password' }),
  CREDENTIAL_ACCOUNT_NOT_FOUND: noPassword,
  INVALID_CODE: () => refused('This code is not right. Codes change every 30 seconds.'),
  INVALID_BACKUP_CODE: notABackupCode,
  INVALID_TWO_FACTOR_COOKIE: () => refused('Enter your email and password again.'),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: () => refused('Too many wrong codes. Enter your email and password again.'),
  ACCOUNT_TEMPORARILY_LOCKED: locked,
  TOTP_NOT_ENABLED: notOn,
  TWO_FACTOR_NOT_ENABLED: notOn,
  BACKUP_CODES_NOT_ENABLED: notOn,
}

/** Undefined for an unexpected error. Recognized by name, because importing the class would load all of better-auth. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || error.name !== 'APIError') return undefined
  const { body, statusCode } = error as Error & { body?: { code?: string }; statusCode?: number }
  const known = byCode[body?.code ?? '']
  if (known) return known()
  // Another request has changed the list of backup codes since this one read it.
  if (statusCode === 409) return notABackupCode()
  if (statusCode === 401) return new Refusal('unauthorized', { message: 'Sign in first.' })
  // Every error while reading a session has this code, and reading a session only queries the database.
  return body?.code === 'FAILED_TO_GET_SESSION' ? new Refusal('service_unavailable', { cause: error }) : undefined
}
