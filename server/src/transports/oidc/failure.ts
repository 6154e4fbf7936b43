import * as client from 'openid-client'

/** `words` are for the operator. Text from outside is cut and put on one line. */
export function failureOf(error: unknown): { kind: 'away' | 'denied' | 'unproven'; words: string } {
  if (error instanceof client.AuthorizationResponseError) return { kind: 'denied', words: oneLine(error.error) }
  if (error instanceof client.ResponseBodyError)
    return { kind: kindOfRefusedToken(error), words: oneLine(`${error.error} ${error.error_description ?? ''}`) }
  if (error instanceof client.ClientError) {
    const isSilent = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']
    return { kind: isSilent.includes(error.code ?? '') ? 'away' : 'unproven', words: oneLine(withCause(error)) }
  }
  // Thrown by fetch, and for invalid discovery documents.
  if (error instanceof TypeError) return { kind: 'away', words: oneLine(withCause(error)) }
  if (error instanceof client.WWWAuthenticateChallengeError) return { kind: 'unproven', words: oneLine(error.message) }
  throw error
}

/** A wrong or used code is the browser's fault; a wrong client secret is not. */
const kindOfRefusedToken = ({ error }: client.ResponseBodyError) =>
  error === 'invalid_grant' ? ('unproven' as const) : ('away' as const)

const withCause = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message}: ${cause.message}` : message

const oneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').slice(0, 300)
