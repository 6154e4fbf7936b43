import type { TSchema } from 'typebox'
import type { Operation } from '../operation.ts'
import type { Permission } from '../permissions.ts'
import type { ConsolePermission } from './permissions.ts'

/**
 * What a request with a session is about. Every one that is not a GET carries the environment: a page of another site
 * cannot set a header, so this proves that the page is ours.
 */
export const environmentHeader = 'x-posthorn-environment'
export const organizationHeader = 'x-posthorn-organization'
/** For what a page cannot give headers (a download, a frame, an event stream); believed on GET alone. */
export const organizationParameter = 'organization'
export const environmentParameter = 'environment'

/**
 * An operation of the console. Like one of the API, but for people with a session, and not part of the documented API.
 * `anyone` needs no session, `person` needs one, `member` also the organization and environment that it is about.
 */
export type ConsoleOperation = Omit<Operation, 'tag' | 'permission' | 'media' | 'isEndless' | 'idempotent'> & {
  access: 'anyone' | 'person' | 'member'
  /** What the member's role must allow; only with `access: 'member'`. */
  permission?: Permission | ConsolePermission
  media?: 'text/csv'
  reply: TSchema
}

export const consoleOperation = <const O extends ConsoleOperation>(o: O): O => o
