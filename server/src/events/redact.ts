import { sql } from 'kysely'
import { arrayLiteral } from '#postgres/arrays/array-literal.ts'
import type { Tx } from '#postgres/database.ts'

/** The event fields that stay after an erasure: they tell what happened, but not to whom, from where or in whose words. */
const kept = [
  ...['email_id', 'sms_id', 'recipient', 'from', 'to', 'attempt', 'transport', 'carrier', 'receiver', 'bounce_class'],
  ...['feedback_type', 'topic_id', 'by', 'because', 'duration_ms'],
]

type Redaction = {
  environmentId: string
  subjectIds: readonly string[]
  /** In lower case. */
  address: string
  /** The replacement for the address. */
  erased: string
  /** True when the messages have other recipients, whose events stay unchanged. */
  onlyTheirs: boolean
}

/** Removes personal data from the events about these objects. Running it again changes nothing. */
export async function redact(
  tx: Tx,
  { environmentId, subjectIds, address, erased, onlyTheirs }: Redaction,
): Promise<void> {
  if (subjectIds.length === 0) return
  await sql`
    update events set data = coalesce((
      select jsonb_object_agg(key, case when lower(value #>> '{}') = ${address} then to_jsonb(${erased}::text) else value end)
      from jsonb_each(data) where key = any (${arrayLiteral(kept)}::text[])
    ), '{}')
    where environment_id = ${environmentId} and subject_id = any (${arrayLiteral(subjectIds)}::uuid[])
      ${onlyTheirs ? sql`and lower(data ->> 'recipient') = ${address}` : sql``}`.execute(tx)
}
