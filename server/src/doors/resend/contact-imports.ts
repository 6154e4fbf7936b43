import type { ContactFileImport, FileImportStatus } from '@posthorn/contract/audience/contact-files'
import { Type } from 'typebox'
import { type DoorOperation, doorOperation } from '#http/door/door.ts'
import { given, Maybe } from '#validation/optional.ts'
import { list, PageQuery, pageOf } from './pages.ts'
import { TopicChoices } from './topics.ts'

const column = Maybe(Type.String())

const ColumnMap = Type.Object({
  ...{ email: column, first_name: column, last_name: column, unsubscribed: column },
  // The type of the field decides how values are read.
  properties: Maybe(Type.Record(Type.String(), Type.Object({ column: Type.String() }))),
})

const statuses = {
  queued: 'queued',
  running: 'in_progress',
  completed: 'completed',
  failed: 'failed',
} as const satisfies Record<FileImportStatus, string>

export const contactImportOperations: DoorOperation[] = [
  doorOperation({
    method: 'POST',
    path: '/contacts/imports',
    standsFor: 'importContactFile',
    status: 201,
    takesFile: true,
    body: Type.Object({
      file: Type.String(),
      column_map: Maybe(ColumnMap),
      on_conflict: Maybe(Type.Union([Type.Literal('upsert'), Type.Literal('skip')])),
      segments: Maybe(Type.Array(Type.Object({ id: Type.String() }), { maxItems: 10 })),
      topics: Maybe(TopicChoices),
    }),
    async answer({ body: { file, column_map, on_conflict, segments, topics }, ask }) {
      const { properties, ...columns } = column_map ?? {}
      const own = Object.entries(properties ?? {}).map(([key, { column }]) => [key, column])
      const { id } = await ask('importContactFile', {
        body: {
          csv: file,
          columns: { ...given(columns), properties: Object.fromEntries(own) },
          existing: on_conflict === 'skip' ? 'skip' : 'update',
          segment_ids: segments?.map(one => one.id) ?? [],
          topics: Object.fromEntries(topics?.map(({ id, subscription }) => [id, subscription === 'opt_in']) ?? []),
        },
      })
      return { object: 'contact_import', id }
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/contacts/imports',
    standsFor: 'listContactFileImports',
    query: Type.Object({
      ...PageQuery.properties,
      status: Type.Optional(Type.Union(Object.values(statuses).map(one => Type.Literal(one)))),
    }),
    async answer({ query: { status, ...asked }, ask }) {
      const { query, page } = pageOf(asked)
      const ours = status === 'in_progress' ? 'running' : status
      return list(
        await ask('listContactFileImports', { query: { ...query, ...given({ status: ours }) }, page }),
        toImport,
      )
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/contacts/imports/{id}',
    standsFor: 'getContactFileImport',
    answer: async ({ params, ask }) => toImport(await ask('getContactFileImport', { params })),
  }),
]

const toImport = ({ id, status, created_at, finished_at, counts }: ContactFileImport) => ({
  ...{ object: 'contact_import', id, status: statuses[status], created_at, completed_at: finished_at },
  counts: {
    ...{ total: counts.total, created: counts.created, updated: counts.updated },
    ...{ skipped: counts.unchanged, failed: counts.refused },
  },
})
