/** Whole files of contacts, which are read after the answer. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Page, PageQuery } from '../page.ts'
import { Id, Nullable, OneOf, PathId, Timestamp } from '../scalars.ts'
import { maxFields } from './contact-properties.ts'

/** Columns that have a name of their own. */
export const fileFields = [
  'email',
  'phone_number',
  'first_name',
  'last_name',
  'email_subscribed',
  'unsubscribed',
  'sms_subscribed',
] as const
export type FileField = (typeof fileFields)[number]

/** Characters of a file. */
export const maxFileLength = 10 * 1024 * 1024

const column = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 256, description }))

export const ContactFile = Type.Object(
  {
    csv: Type.String({
      minLength: 1,
      description:
        'The file, of at most 10 MiB: its first line names the columns, which are separated by commas, semicolons or tabs.',
    }),
    columns: Type.Optional(
      Type.Object(
        {
          email: column('The column with the addresses.'),
          phone_number: column('The column with the numbers.'),
          first_name: column('The column with the first names.'),
          last_name: column('The column with the last names.'),
          email_subscribed: column('The column that says true or false.'),
          unsubscribed: column('The column that says true of those who are not subscribed to email.'),
          sms_subscribed: column('The column that says true or false.'),
          properties: Type.Optional(
            Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 256 }), {
              maxProperties: maxFields,
              description: 'The columns of your own fields, by the keys of the fields.',
            }),
          ),
        },
        {
          description:
            'Which column is what, by the names in the first line. Others are known by the names of these fields.',
        },
      ),
    ),
    existing: Type.Optional(
      OneOf(['update', 'skip'], { default: 'update', description: 'What becomes of contacts that are there already.' }),
    ),
    segment_ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: 10,
        description: 'Static segments that all contacts of the file are added to.',
      }),
    ),
    topics: Type.Optional(
      Type.Record(Type.String(), Type.Boolean(), {
        maxProperties: 50,
        description:
          'By the ids of topics: true subscribes all contacts of the file, but for those who have left that topic before; false unsubscribes them.',
      }),
    ),
  },
  { $id: 'ContactFile' },
)
export type ContactFile = Static<typeof ContactFile>

export const fileImportStatuses = ['queued', 'running', 'completed', 'failed'] as const
export type FileImportStatus = (typeof fileImportStatuses)[number]
const status = OneOf(fileImportStatuses, {
  description: 'failed when it could not be read to its end; what was taken until then stays.',
})

export const ContactFileImport = Type.Object(
  {
    id: Id,
    status,
    created_at: Timestamp,
    finished_at: Nullable(Timestamp, { description: 'Null until then.' }),
    counts: Type.Object({
      total: Type.Number({ description: 'Rows that have been read so far.' }),
      created: Type.Number(),
      updated: Type.Number(),
      unchanged: Type.Number({ description: 'Contacts that were there and are left as they are.' }),
      refused: Type.Number(),
    }),
    refused: Type.Array(
      Type.Object({
        row: Type.Number({
          description: 'Its place in the file, from 1 for the first below the names of the columns.',
        }),
        message: Type.String(),
      }),
      { description: 'The first hundred rows that could not be taken, and why.' },
    ),
    error: Type.Optional(Type.String({ description: 'Why it failed.' })),
  },
  { $id: 'ContactFileImport', description: 'A file of contacts on its way into the list.' },
)
export type ContactFileImport = Static<typeof ContactFileImport>

const queued = {
  id: '01945c20-3b7e-7c19-8f54-2d6a9b1c7e88',
  status: 'queued',
  created_at: '2026-11-16T09:30:00.000Z',
  finished_at: null,
  counts: { total: 0, created: 0, updated: 0, unchanged: 0, refused: 0 },
  refused: [],
}
const completed = {
  ...queued,
  status: 'completed',
  finished_at: '2026-11-16T09:30:02.000Z',
  counts: { total: 3, created: 1, updated: 0, unchanged: 1, refused: 1 },
  refused: [{ row: 2, message: '"nobody" is not an email address' }],
}

export const contactFiles = {
  importContactFile: operation({
    id: 'importContactFile',
    method: 'POST',
    audit: { never: 'the events of the contact tell of it' },
    path: '/v1/contacts/imports',
    tag: 'Contacts',
    summary: 'Import a file of contacts',
    description:
      'Answers once the file is stored; it is read after that, by the rules of POST /v1/contacts/import, whatever happens to the service. Five files can wait at a time, and the last hundred imports can be looked up.',
    permission: 'contacts:write',
    body: ContactFile,
    reply: ContactFileImport,
    status: 202,
    idempotent: true,
    bodyLimit: 15 * 1024 * 1024,
    refusals: ['invalid_state', 'not_found'],
    example: {
      body: { csv: 'E-Mail,Name\nada@example.com,Ada\n', columns: { email: 'E-Mail', first_name: 'Name' } },
      reply: queued,
    },
  }),
  listContactFileImports: operation({
    id: 'listContactFileImports',
    method: 'GET',
    path: '/v1/contacts/imports',
    tag: 'Contacts',
    summary: 'List imports of files',
    description: 'Newest first.',
    permission: 'contacts:read',
    query: PageQuery({ status: Type.Optional(status) }),
    reply: Page(ContactFileImport, 'ContactFileImportPage'),
    refusals: [],
    example: { query: { status: 'completed' }, reply: { data: [completed], has_more: false } },
  }),
  getContactFileImport: operation({
    id: 'getContactFileImport',
    method: 'GET',
    path: '/v1/contacts/imports/{id}',
    tag: 'Contacts',
    summary: 'Read how far an import is',
    permission: 'contacts:read',
    params: Type.Object({ id: PathId }),
    reply: ContactFileImport,
    refusals: [],
    example: { params: { id: queued.id }, reply: completed },
  }),
}
