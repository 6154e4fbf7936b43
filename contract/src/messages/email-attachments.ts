/** The attachments of an email. */
import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Id, OneOf, PathId, Timestamp } from '../scalars.ts'

export const EmailAttachment = Type.Object(
  {
    id: Id,
    filename: Type.String(),
    type: Type.String({ description: 'The media type.' }),
    size: Type.Integer({ description: 'The size in bytes.' }),
    disposition: OneOf(['attachment', 'inline'], { description: 'inline: the file is shown in the message.' }),
    contentId: Type.Optional(Type.String({ description: 'The name by which html refers to the file, as cid:name.' })),
    download_url: Type.String({
      description: 'The address to download the file from, without an API key, until expires_at.',
    }),
    expires_at: Type.String({
      ...Timestamp,
      description: 'When download_url expires: an hour from now. Repeat the request for a new address.',
    }),
  },
  { $id: 'EmailAttachment', description: 'An attachment of an email.' },
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
      'Returns all attachments, in their order in the email. This list has no pages. Attachments are kept as long as the content of the email; see GET /v1/retention.',
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
    description: 'Returns the attachment with a new address to download it from.',
    permission: 'emails:read',
    params: Type.Object({ id: PathId, attachment_id: PathId }),
    reply: EmailAttachment,
    refusals: ['invalid_state'],
    example: { params: { id: email, attachment_id: invoice.id }, reply: invoice },
  }),
}
