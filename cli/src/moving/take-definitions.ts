/** Fields and topics are imported first, because contacts refer to them. */
import type { ContactField } from '@posthorn/contract/audience/contact-fields'
import type { Topic } from '@posthorn/contract/audience/topics'
import { keyOfColumn } from '../../../dashboard/src/csv-import/contact-fields.ts'
import type { Moving } from './moving.ts'
import type { SourceField, SourceTopic } from './source.ts'

/** The counterparts here. `isNew`: it would be created, but this is a dry run. */
export type Definitions = {
  /** By key here. */
  fields: Map<string, { isNew: boolean }>
  /** By topic id there. */
  topics: Map<string, { id: string; isNew: boolean }>
}

export async function takeFields({ source, api, tally, wants, dryRun }: Moving): Promise<Definitions['fields']> {
  const known = new Set<string>()
  const listed = await api.find<{ data: ContactField[] }>('/v1/contact-fields')
  for (const { key } of listed?.data ?? []) known.add(key)
  const fields: Definitions['fields'] = new Map()
  for await (const field of source.fields()) {
    const key = keyOfColumn(field.name)
    if (key === undefined) tally.refuse('fields', field.name, 'a field needs a letter in its name')
    // Names that differ only in case or punctuation are one field.
    else if (fields.has(key)) continue
    else if (known.has(key)) {
      if (wants('fields')) tally.count('fields', 'unchanged')
      fields.set(key, { isNew: false })
    } else if (!wants('fields')) tally.note(`The field ${key} does not exist here, so its values were left out.`)
    else if (dryRun) {
      tally.count('fields', 'new')
      fields.set(key, { isNew: true })
    } else {
      const made = await api.write({ method: 'POST', path: '/v1/contact-fields', body: toBody(field, key) })
      if ('refused' in made) tally.refuse('fields', key, made.refused)
      else {
        tally.count('fields', 'new')
        fields.set(key, { isNew: false })
      }
    }
  }
  return fields
}

const toBody = ({ type, fallback }: SourceField, key: string) => ({
  ...{ key, type },
  ...(fallback !== undefined && fallback !== '' && { fallback }),
})

/** Topic names are not unique: the first topic with the same name is used. */
export async function takeTopics({ source, api, tally, wants, dryRun }: Moving): Promise<Definitions['topics']> {
  const idOf = new Map<string, string>()
  for await (const { id, name } of api.list<Topic>('/v1/topics')) idOf.set(name.toLowerCase(), id)
  const topics: Definitions['topics'] = new Map()
  for await (const topic of source.topics()) {
    const name = topic.name.slice(0, maxName).toWellFormed()
    const there = idOf.get(name.toLowerCase())
    if (there !== undefined) {
      if (wants('topics')) tally.count('topics', 'unchanged')
      topics.set(topic.id, { id: there, isNew: false })
    } else if (!wants('topics')) tally.note(`The topic "${name}" does not exist here, so nobody was subscribed to it.`)
    else if (dryRun) {
      tally.count('topics', 'new')
      topics.set(topic.id, { id: '', isNew: true })
    } else {
      const body = { ...{ name, is_default_topic: topic.isDefault }, ...descriptionOf(topic) }
      const made = await api.write<Topic>({ method: 'POST', path: '/v1/topics', body })
      if ('refused' in made) tally.refuse('topics', name, made.refused)
      else {
        tally.count('topics', 'new')
        idOf.set(name.toLowerCase(), made.body.id)
        topics.set(topic.id, { id: made.body.id, isNew: false })
      }
    }
  }
  return topics
}

const maxName = 50
const descriptionOf = ({ description }: SourceTopic) =>
  description ? { description: description.slice(0, 1_000).toWellFormed() } : {}
