import { useMemo } from 'react'
import { useCall } from '#api/queries.ts'
import type { Names } from './words.ts'

/** The options for topics, segments and templates: the newest hundred of each, which is nearly always all of them. Also all custom contact fields. */
export function useChoices() {
  const topics = useCall('listTopics', { query: { limit: 100 } }).data?.data
  const templates = useCall('listTemplates', { query: { limit: 100 } }).data?.data
  const segments = useCall('listSegments', { query: { limit: 100 } }).data?.data
  const fields = useCall('listContactFields').data?.data
  return { topics: topics ?? [], segments: segments ?? [], templates: templates ?? [], fields: fields ?? [] }
}

/** Names by ID, for summaries. */
export function useNames(): Names {
  const { topics, segments, templates } = useChoices()
  return useMemo(
    () =>
      new Map([
        ...topics.map(({ id, name }) => [id, name] as const),
        ...segments.map(({ id, name }) => [id, name] as const),
        ...templates.map(({ id, friendly_name }) => [id, friendly_name] as const),
      ]),
    [topics, segments, templates],
  )
}
