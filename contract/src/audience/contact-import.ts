/** Contacts in bulk: a client that reads a file sends it page by page. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { maxFields } from './contact-properties.ts'

/** Rows per request. */
export const maxImportRows = 500

/** Topics per row. */
const maxRowTopics = 50

/** Reports what would happen and changes nothing. */
export const dryRun = Type.Optional(
  Type.Boolean({ description: 'If true, nothing is changed and the answer says what would happen.' }),
)

/** A cell as in the file. A fault in it refuses its row, not the request. */
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
        description: 'Values of your contact fields, by key. Each is parsed as the type of its field.',
      }),
    ),
    topics: Type.Optional(
      Type.Record(Type.String(), Type.Boolean(), {
        maxProperties: maxRowTopics,
        description:
          'Subscriptions by topic id: true subscribes, unless the person left the topic before; false unsubscribes.',
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
        row: Type.Number({ description: 'The index of the row in the request, from 0.' }),
        message: Type.String(),
      }),
      { description: 'The rows that were refused, and why. All other rows were imported.' },
    ),
  },
  { $id: 'Imported' },
)
export type Imported = Static<typeof Imported>

/** The limits of one import. */
export const importedRows = { minItems: 1, maxItems: maxImportRows }

const ContactImport = Type.Object(
  {
    rows: Type.Array(ContactRow, importedRows),
    segment_id: Type.Optional(
      Type.String({ maxLength: 64, description: 'A static segment to add all contacts of these rows to.' }),
    ),
    dry_run: dryRun,
  },
  { $id: 'ContactImport' },
)

export const contactImport = {
  importContacts: operation({
    id: 'importContacts',
    method: 'POST',
    audit: { never: 'recorded in the events of the contact' },
    path: '/v1/contacts/import',
    tag: 'Contacts',
    summary: 'Import up to 500 contacts',
    description:
      'Creates contacts and updates existing ones. A row is matched to a contact by its email or its phone number. Empty cells change nothing. If several rows match the same contact, the last one wins. People who unsubscribed are not subscribed again. Refused rows are listed in the answer and do not affect the others. Sending the same rows again changes nothing.',
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
