/** Requests for the tests of this folder, and their results. */

import type { Fault } from '@posthorn/contract/errors'
import type { Attachment, EmailSend } from '@posthorn/contract/messages/email-requests'
import { Refusal } from '#core/refusal.ts'
import type { Draft } from '../draft.ts'
import { readRequest } from './read-request.ts'

export const noon = new Date('2027-01-01T12:00:00.000Z')
export const email: EmailSend = { from: 'a@b.co', to: 'a@b.co', subject: 'Hello', text: 'Hello' }
export const file: Attachment = { filename: 'a.txt', content: 'aGVsbG8=' }

/** Undefined removes a field. */
type Change = { [Field in keyof EmailSend]?: EmailSend[Field] | undefined }

export function request(change: Change): EmailSend {
  // `as`: without the removed fields it has the shape that the schema has checked.
  return JSON.parse(JSON.stringify({ ...email, ...change })) as EmailSend
}

export const read = (change: Change): Draft => readRequest(request(change), noon)

export function refusalOf(work: () => unknown): Refusal {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('It was accepted.')
}

/** Where the faults of a request are. */
export function faultyPaths(change: Change): string[] {
  const { code, details } = refusalOf(() => read(change))
  // `as`: the details of this code are always faults.
  return code === 'validation_error' ? (details as Fault[]).map(fault => fault.path) : [code]
}

/** No header may carry one of these, wherever its text comes from. */
export const controls = ['\r\n', '\n', '\r', '\t', '\u000b', '\u001f', '\u007f', '\u0085', '\u009f', '\u2028', '\u2029']

/** Each row with a title short enough to print. The numbers are those of the rows in our list of edge cases. */
export const titled = <T>(rows: readonly (readonly [number | string, T])[]) =>
  rows.map(([row, value]) => [`${row} ${JSON.stringify(value).slice(0, 60)}`, value] as const)
