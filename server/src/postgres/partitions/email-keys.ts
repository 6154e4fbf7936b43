/** The keys of rows about emails, in tables that are partitioned by the id of the email. */
import type { RawBuilder } from 'kysely'
import { uuids } from '../arrays/as-table.ts'
import { isOfMonthsOf } from './partitions.ts'

/** Identifies an email by its environment and its id there. */
export type EmailKey = { environmentId: string; emailId: string }

/** As columns for `asTable` and `asKeys`. */
export const emailKeys = (emails: readonly EmailKey[]) => ({
  environment_id: uuids(emails.map(one => one.environmentId)),
  email_id: uuids(emails.map(one => one.emailId)),
})

/** Restricts a join with `asKeys` to the months of these emails. */
export const isOfMonthsOfEmails = (table: string, emails: readonly EmailKey[]): RawBuilder<boolean> =>
  isOfMonthsOf(
    `${table}.email_id`,
    emails.map(one => one.emailId),
  )
