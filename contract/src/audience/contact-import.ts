/** Contacts in bulk: whoever reads a file sends it page by page. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { maxFields } from './contact-properties.ts'

/** Rows of one request. */
export const maxImportRows = 500

/** Topics that a row may name. */
const maxRowTopics = 50

/** Says what would happen and changes nothing. */
export const dryRun = Type.Optional(
  Type.Boolean({ description: 'True: the answer says what would happen, and nothing is changed.' }),
)

/** A cell as it stood in the file: what is wrong with it is said about its row, not about the request. */
export const cell = Type.Optional(Type.String({ maxLength: 1_000 }))

const ContactRow = Type.Object(
  {
    email: cell,
    phone_number: cell,
    first_name: cell,
    last_name: cell,
    email_subscribed: Type.Optional(Type.Boolean()),
    sms_subscribed: Type.Optional(Type.Boolean()),
    properties: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 1_000 }), {
        maxProperties: maxFields,
        description: 'Cells of your own fields, by their keys: each is read as the type of its field says.',
      }),
    ),
    topics: Type.Optional(
      Type.Record(Type.String(), Type.Boolean(), {
        maxProperties: maxRowTopics,
        description:
          'By the ids of topics: true subscribes, unless the person has left that topic before; false unsubscribes.',
      }),
    ),
  },
  { $id: 'ContactRow' },
)

export const Imported = Type.Object(
  {
    created: Type.Number(),
    updated: Type.Number(),
    unchanged: Type.Number(),
    refused: Type.Array(
      Type.Object({
        row: Type.Number({ description: 'Its place in the request, from 0.' }),
        message: Type.String(),
      }),
      { description: 'The rows that could not be taken, and why. All others were.' },
    ),
  },
  { $id: 'Imported' },
)
export type Imported = Static<typeof Imported>

/** Of one import. */
export const importedRows = { minItems: 1, maxItems: maxImportRows }

const ContactImport = Type.Object(
  {
    rows: Type.Array(ContactRow, importedRows),
    segment_id: Type.Optional(
      Type.String({ maxLength: 64, description: 'A static segment that all contacts of these rows are added to.' }),
    ),
    dry_run: dryRun,
  },
  { $id: 'ContactImport' },
)

export const contactImport = {
  importContacts: operation({
    id: 'importContacts',
    method: 'POST',
    audit: { never: 'the events of the contact tell of it' },
    path: '/v1/contacts/import',
    tag: 'Contacts',
    summary: 'Create contacts, and fill in those that exist',
    description:
      'A row belongs to the contact with its email, or with its number. Empty cells change nothing. A later row of the same contact wins. Nobody who has unsubscribed is subscribed again. A row that cannot be taken is named in the answer and harms no other; sending the same rows again changes nothing.',
    permission: 'contacts:write',
    bodyLimit: 4 * 1024 * 1024,
    maxValues: 60_000,
    body: ContactImport,
    repeatable: true,
    reply: Imported,
    refusals: ['invalid_state', 'not_found'],
    example: {
      body: { rows: [{ email: 'ada@example.com', first_name: 'Ada' }, { email: 'nobody' }] },
      reply: {
        created: 1,
        updated: 0,
        unchanged: 0,
        refused: [{ row: 1, message: '"nobody" is not an email address.' }],
      },
    },
  }),
}
