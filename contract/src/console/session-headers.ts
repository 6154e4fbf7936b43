/**
 * What a request with a session is about. Every one that is not a GET carries the environment: a page of another site
 * cannot set a header, so this proves that the page is ours.
 */
export const environmentHeader = 'x-posthorn-environment'
export const organizationHeader = 'x-posthorn-organization'
/** For what a page cannot give headers (a download, a frame, an event stream); believed on GET alone. */
export const organizationParameter = 'organization'
export const environmentParameter = 'environment'
