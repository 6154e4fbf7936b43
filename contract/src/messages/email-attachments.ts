/** The files that an email carries. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Id, OneOf, PathId, Timestamp } from '../scalars.ts'

export const EmailAttachment = Type.Object(
  {
    id: Id,
    filename: Type.String(),
    type: Type.String({ description: 'Its media type.' }),
    size: Type.Integer({ description: 'In bytes.' }),
    disposition: OneOf(['attachment', 'inline'], { description: 'inline is shown in the message.' }),
    contentId: Type.Optional(Type.String({ description: 'The name that html shows it by, as cid:name.' })),
    download_url: Type.String({
      description: 'Gives the file to whoever has this address, without an API key, until expires_at.',
    }),
    expires_at: Type.String({ ...Timestamp, description: 'An hour from now. Ask again for a new address.' }),
  },
  { $id: 'EmailAttachment', description: 'A file that an email carries.' },
)
export type EmailAttachment = Static<typeof EmailAttachment>

export const EmailAttachmentList = Type.Object({ data: Type.Array(EmailAttachment) }, { $id: 'EmailAttachmentList' })

const email = '01945c1e-a1f4-7d52-b3c8-7e2d9f4a1b33'
const invoice = {
  id: '01945c1e-a1f4-7d52-b3c8-7e2d9f4a1b32',
  filename: 'invoice.pdf',
  type: 'application/pdf',
  size: 48_213,
  disposition: 'attachment',
  download_url:
    'https://mail.example.com/attachments/xY3kq0bYc1nB2mJr6l1X4QGUXB6gNHgggghj4u0jTYsBlFweofR9UrPIfi2fShszAABpGZ0Q',
  expires_at: '2026-11-15T10:30:00.000Z',
}

export const emailAttachments = {
  listEmailAttachments: operation({
    id: 'listEmailAttachments',
    method: 'GET',
    path: '/v1/emails/{id}/attachments',
    tag: 'Emails',
    summary: 'List the attachments of an email',
    description:
      'All of them, in their order: this list has no pages. They are kept as long as the content of the email is; GET /v1/retention says how long.',
    permission: 'emails:read',
    params: Type.Object({ id: PathId }),
    reply: EmailAttachmentList,
    refusals: ['invalid_state'],
    example: { params: { id: email }, reply: { data: [invoice] } },
  }),
  getEmailAttachment: operation({
    id: 'getEmailAttachment',
    method: 'GET',
    path: '/v1/emails/{id}/attachments/{attachment_id}',
    tag: 'Emails',
    summary: 'Read an attachment of an email',
    description: 'With a new address to download it from.',
    permission: 'emails:read',
    params: Type.Object({ id: PathId, attachment_id: PathId }),
    reply: EmailAttachment,
    refusals: ['invalid_state'],
    example: { params: { id: email, attachment_id: invoice.id }, reply: invoice },
  }),
}
