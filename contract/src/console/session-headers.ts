/**
 * The organization and environment of a request with a session. Every request that is not a GET must send the environment: pages of
 * other sites cannot set this header, so it protects against CSRF.
 */
export const environmentHeader = 'x-posthorn-environment'
export const organizationHeader = 'x-posthorn-organization'
/** For requests that cannot have headers (a download, a frame, an event stream). Accepted only on GET. */
export const organizationParameter = 'organization'
export const environmentParameter = 'environment'
