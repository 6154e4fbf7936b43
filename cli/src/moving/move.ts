import type { Moving } from './moving.ts'
import { takeContacts } from './take-contacts.ts'
import { takeFields, takeTopics } from './take-definitions.ts'
import { takeSuppressions } from './take-suppressions.ts'
import { takeTemplates } from './take-templates.ts'

/** Suppressions before contacts, so nothing can be sent to a suppressed address once its contact exists. */
export async function move(moving: Moving): Promise<void> {
  const { wants, progress } = moving
  if (wants('suppressions')) await takeSuppressions(moving)
  if (wants('fields') || wants('contacts')) progress('Reading fields …\n')
  const fields = wants('fields') || wants('contacts') ? await takeFields(moving) : new Map()
  const topics = wants('topics') || wants('contacts') ? await takeTopics(moving) : new Map()
  if (wants('contacts')) await takeContacts(moving, { fields, topics })
  if (wants('templates')) await takeTemplates(moving)
}
