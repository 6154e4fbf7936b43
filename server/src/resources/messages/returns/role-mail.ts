/**
 * Mail to a role mailbox. A complaint counts when it quotes an address or a name that we gave the message, a report when it is
 * about the domain of the mailbox; all other mail is logged for the operator and discarded. Nothing is ever answered or
 * forwarded, so there is no loop.
 */
import type { Logger } from 'pino'
import type { Quoted, RoleMail, RoleMailbox } from '#core/addresses/role-mail.ts'
import { isId } from '#core/id.ts'
import type { Subject } from '#core/returned-mail.ts'
import type { TakeDomainReport } from '#resources/messages/domain-reports/take.ts'
import { readReturnPath, readUnsubscribeMailbox } from '#resources/messages/domains/return-path.ts'
import type { TakeReport } from './take.ts'

export type RoleMailParts = {
  secret: Buffer
  take: TakeReport
  takeDomainReport: TakeDomainReport
  log: Logger
  nowMs: () => number
}

/** Resolves after the commit; `again` when the mail has to be sent again later. */
export type TakeRoleMail = (mailbox: RoleMailbox, mail: RoleMail) => Promise<'done' | 'again'>

/** More than anybody reads; strangers can send as many letters as the listener accepts. */
const notesPerMinute = 10

export function roleMailTaker({ secret, take, takeDomainReport, log, nowMs }: RoleMailParts): TakeRoleMail {
  const note = noter(log, nowMs)
  return async (mailbox, mail) => {
    switch (mail.kind) {
      case 'complaint': {
        const subject = subjectOf(secret, mail.quoted)
        if (subject) return (await take({ subject, notices: mail.notices })).kind === 'early' ? 'again' : 'done'
        note(mailbox, {}, 'a complaint quotes no email of ours')
        return 'done'
      }
      case 'report':
        if (mailbox.domain === null) note(mailbox, {}, 'a report about a domain came to the server itself')
        else await takeDomainReport(mailbox.domain, mail.report)
        return 'done'
      case 'other':
        note(mailbox, { from: mail.from, subject: mail.subject }, 'mail for the operator')
        return 'done'
    }
  }
}

/** A sealed address proves itself. The id of an email has 74 random bits, so a sender who knows it has seen the message. */
function subjectOf(secret: Buffer, { addresses, messageIds, feedbackIds }: Quoted): Subject | null {
  for (const address of addresses) {
    const returned = readReturnPath(secret, address) ?? readUnsubscribeMailbox(secret, address)
    if (returned) return returned
  }
  const emailId = [
    ...messageIds.map(id => /^<?([0-9a-f-]{36})@/.exec(id)?.[1] ?? ''),
    ...feedbackIds.map(id => id.slice(0, id.indexOf(':'))),
  ].find(isId)
  return emailId === undefined ? null : { emailId, nth: null }
}

/** Lines beyond the limit are counted, and the next line has the count. */
function noter(log: Logger, nowMs: () => number) {
  let minute = -1
  let written = 0
  let leftOut = 0
  return ({ role, domain }: RoleMailbox, what: object, words: string): void => {
    const current = Math.floor(nowMs() / 60_000)
    if (current !== minute) written = 0
    minute = current
    if (written >= notesPerMinute) return void leftOut++
    log.info({ mailbox: role, domain, ...what, ...(leftOut > 0 && { leftOut }) }, words)
    written++
    leftOut = 0
  }
}
