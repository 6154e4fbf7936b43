/** Files of contacts, imported in the background after the answer. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Page, PageQuery } from '../page.ts'
import { Id, Nullable, OneOf, PathId, Timestamp } from '../scalars.ts'
import { maxFields } from './contact-properties.ts'

/** The columns of built-in fields. */
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

/** Characters per file. */
export const maxFileLength = 10 * 1024 * 1024

const column = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 256, description }))

export const ContactFile = Type.Object(
  {
    csv: Type.String({
      minLength: 1,
      description:
        'The content of the file, at most 10 MiB. The first line names the columns. Columns are separated by commas, semicolons or tabs; a line before it such as sep=; names which.',
    }),
    columns: Type.Optional(
      Type.Object(
        {
          email: column('The column with the email addresses.'),
          phone_number: column('The column with the phone numbers.'),
          first_name: column('The column with the first names.'),
          last_name: column('The column with the last names.'),
          email_subscribed: column(
            'The column with the email subscription: yes or no, in any common language, or true or false.',
          ),
          unsubscribed: column('The column that says yes for people who are not subscribed to email.'),
          sms_subscribed: column(
            'The column with the SMS subscription: yes or no, in any common language, or true or false.',
          ),
          properties: Type.Optional(
            Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 256 }), {
              maxProperties: maxFields,
              description: 'The columns of your contact fields, by field key.',
            }),
          ),
        },
        {
          description:
            'Maps fields to columns, by the names in the first line. Fields that are not mapped use the column with their own name.',
        },
      ),
    ),
    existing: Type.Optional(
      OneOf(['update', 'skip'], { default: 'update', description: 'What to do with contacts that already exist.' }),
    ),
    segment_ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: 10,
        description: 'Static segments to add all contacts of the file to.',
      }),
    ),
    topics: Type.Optional(
      Type.Record(Type.String(), Type.Boolean(), {
        maxProperties: 50,
        description:
          'Subscriptions by topic id: true subscribes all contacts of the file, except those who left the topic before; false unsubscribes them.',
      }),
    ),
  },
  { $id: 'ContactFile' },
)
export type ContactFile = Static<typeof ContactFile>

export const fileImportStatuses = ['queued', 'running', 'completed', 'failed'] as const
export type FileImportStatus = (typeof fileImportStatuses)[number]
const status = OneOf(fileImportStatuses, {
  description: 'failed: the file could not be read to the end. Rows imported until then stay.',
})

export const ContactFileImport = Type.Object(
  {
    id: Id,
    status,
    created_at: Timestamp,
    finished_at: Nullable(Timestamp, { description: 'When the import finished. Null until then.' }),
    counts: Type.Object({
      total: Type.Number({ description: 'Rows read so far.' }),
      created: Type.Number(),
      updated: Type.Number(),
      unchanged: Type.Number({ description: 'Existing contacts that were not changed.' }),
      refused: Type.Number(),
    }),
    refused: Type.Array(
      Type.Object({
        row: Type.Number({
          description: 'The number of the row in the file. The first row below the column names is 1.',
        }),
        message: Type.String(),
      }),
      { description: 'The first hundred rows that were refused, and why.' },
    ),
    error: Type.Optional(Type.String({ description: 'Why the import failed.' })),
  },
  { $id: 'ContactFileImport', description: 'The import of a file of contacts.' },
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
    audit: { never: 'recorded in the events of the contact' },
    path: '/v1/contacts/imports',
    tag: 'Contacts',
    summary: 'Import a file of contacts',
    description:
      'Answers once the file is stored, and then imports it in the background by the rules of POST /v1/contacts/import. The import survives a restart of the service. Five files can wait at a time, and the last hundred imports can be listed.',
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
    summary: 'List file imports',
    description: 'Returns the imports, newest first.',
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
    summary: 'Read a file import',
    permission: 'contacts:read',
    params: Type.Object({ id: PathId }),
    reply: ContactFileImport,
    refusals: [],
    example: { params: { id: queued.id }, reply: completed },
  }),
}
