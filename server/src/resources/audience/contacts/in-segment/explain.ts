/** Explains why a contact belongs to a segment or not: each condition with the contact's value. */

import type { SegmentCondition, SegmentFilter } from '@posthorn/contract/segments/filter'
import { keyOfOwnField } from '@posthorn/contract/segments/filter-words'
import type { ExplainedCondition, SegmentExplanation } from '@posthorn/contract/segments/segments'
import { isId, timeOf } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { type ConditionResult, evaluateConditions, namesIn } from '#resources/audience/segments/evaluate-conditions.ts'
import { conditionsOf, isCondition, partsOf } from '#resources/audience/segments/filter-parts.ts'
import { readSegment } from '#resources/audience/segments/members.ts'
import { groupInWords, inWords, type Names, quoted, times } from '#resources/audience/segments/words.ts'
import type { Contact } from '../contact.ts'
import { ownValue } from '../properties.ts'
import { contactsOf } from '../read.ts'
import { toWireContact } from '../wire.ts'

type Asked = { environmentId: string; id: string; contactId: string; now: Date }

export async function explainMember(db: Db, { environmentId, id, contactId, now }: Asked): Promise<SegmentExplanation> {
  const segment = await readSegment(db, environmentId, id)
  const [contact] = isId(contactId) ? await contactsOf(db, [{ environmentId, id: contactId }]) : []
  if (!contact) throw notFound('contact')
  const filter = segment.filter ?? { segment_id: segment.id }
  const conditions = conditionsOf(filter)
  const [found, names] = await Promise.all([
    evaluateConditions(db, { environmentId, contactId, now }, conditions),
    namesIn(db, environmentId, conditions),
  ])
  const nodes = explained(filter, contact, new Map(conditions.map((one, nth) => [one, found[nth]])), names)
  const isMember = nodes[0]?.is_met ?? false
  return {
    is_member: isMember,
    message: `The contact ${isMember ? 'belongs' : 'does not belong'} to ${segment.name}.`,
    conditions: segment.filter === null ? [] : nodes,
  }
}

type FoundOf = ReadonlyMap<SegmentCondition, ConditionResult | undefined>

/** The filter itself first, followed by its parts. */
function explained(
  filter: SegmentFilter,
  contact: Contact,
  foundOf: FoundOf,
  names: Names,
  depth = 0,
): ExplainedCondition[] {
  if (isCondition(filter)) {
    const found = foundOf.get(filter)
    return [
      { depth, asked: inWords(filter, names), has: hasInWords(filter, contact, found), is_met: found?.isMet ?? false },
    ]
  }
  const parts = partsOf(filter).map(part => explained(part, contact, foundOf, names, depth + 1))
  const met = parts.map(([first]) => first?.is_met ?? false)
  const isMet = 'all' in filter ? met.every(Boolean) : 'any' in filter ? met.some(Boolean) : !met[0]
  return [{ depth, asked: groupInWords(filter), is_met: isMet }, ...parts.flat()]
}

function hasInWords(condition: SegmentCondition, contact: Contact, found: ConditionResult | undefined): string {
  if ('field' in condition) {
    const key = keyOfOwnField(condition.field)
    const wire: Record<string, unknown> = { ...toWireContact(contact), source: found?.source }
    const value = key === undefined ? wire[condition.field] : ownValue(contact.properties, key)
    if (value === undefined || value === null) return 'nothing'
    return typeof value === 'string' ? quoted(value) : String(value)
  }
  if ('topic_id' in condition) return found?.isMet ? 'subscribed' : 'not subscribed'
  if ('segment_id' in condition) return found?.isMet ? 'on the list' : 'not on the list'
  if ('event' in condition) return times(found?.count ?? 0)
  return found?.lastId ? `last on ${timeOf(found.lastId).toISOString().slice(0, 10)}` : 'never'
}
