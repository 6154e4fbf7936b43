import * as client from 'openid-client'

/** `words` are for who runs this installation: what a stranger wrote into them is cut short and kept on one line. */
export function failureOf(error: unknown): { kind: 'away' | 'denied' | 'unproven'; words: string } {
  if (error instanceof client.AuthorizationResponseError) return { kind: 'denied', words: oneLine(error.error) }
  if (error instanceof client.ResponseBodyError)
    return { kind: kindOfRefusedToken(error), words: oneLine(`${error.error} ${error.error_description ?? ''}`) }
  if (error instanceof client.ClientError) {
    const isSilent = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']
    return { kind: isSilent.includes(error.code ?? '') ? 'away' : 'unproven', words: oneLine(withCause(error)) }
  }
  // What fetch throws, and what the discovery says that cannot be right.
  if (error instanceof TypeError) return { kind: 'away', words: oneLine(withCause(error)) }
  if (error instanceof client.WWWAuthenticateChallengeError) return { kind: 'unproven', words: oneLine(error.message) }
  throw error
}

/** A code that is wrong or was used before is the browser's fault; that our secret is wrong is not. */
const kindOfRefusedToken = ({ error }: client.ResponseBodyError) =>
  error === 'invalid_grant' ? ('unproven' as const) : ('away' as const)

const withCause = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message}: ${cause.message}` : message

const oneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').slice(0, 300)
