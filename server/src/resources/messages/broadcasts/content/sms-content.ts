/** The text message of a broadcast for one recipient, and what prevents it from being sent. */
import type { Fault } from '@posthorn/contract/errors'
import type { Sender } from '#core/caller.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { refusalsOf } from '#resources/messages/sms/accept.ts'
import { readRequest } from '#resources/messages/sms/request.ts'
import type { Draft } from '#resources/messages/sms/sms.ts'
import { recipientLinks } from '#resources/messages/templates/scope.ts'
import type { Content } from './content-store.ts'

export type Numbers = { from: string; to: string }

/** A refusal when no carrier would accept it. */
export function draftOf(numbers: Numbers, body: string): Draft | Refusal {
  if (body.trim() === '')
    return invalid({ path: 'body', message: 'must not be empty when it is filled in: print a default' })
  try {
    return readRequest({ ...numbers, body })
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Checks a text message without a recipient. Undefined when this sender may send it. */
export async function checkText(db: Db, caller: Sender, from: string, body: string): Promise<Refusal | undefined> {
  const draft = draftOf({ from, to: '' }, body)
  if (draft instanceof Refusal) return draft
  const [refusal] = await refusalsOf(db, [{ caller, draft }])
  return refusal
}

/** The links of a recipient are made for the copy of an email, and a text message has none. */
export const faultsOfLinks = ({ uses, variables }: Pick<Content, 'uses' | 'variables'>): Fault[] =>
  Object.keys(recipientLinks)
    .filter(name => uses.includes(name) && !Object.hasOwn(variables, name))
    .map(name => ({
      path: 'body',
      message: `must not have {{ ${name} }}, which only emails have: write “Reply STOP to unsubscribe”, or give a link of your own in variables`,
    }))
