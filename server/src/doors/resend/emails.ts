import type { EmailAttachment } from '@posthorn/contract/messages/email-attachments'
import type { EmailListItem, Email as OurEmail } from '@posthorn/contract/messages/email-replies'
import { Type } from 'typebox'
import { type DoorOperation, doorOperation } from '#http/door/door.ts'
import { type FileSources, filesOf } from './attachments.ts'
import { sendBatch } from './batch.ts'
import { Email, fromWord, toEmailSend } from './email-request.ts'
import { cut, list, PageQuery, pageOf } from './pages.ts'
import { momentOf, timeOf } from './schedule.ts'

export const emailOperations = (sources: FileSources): DoorOperation[] => [
  doorOperation({
    method: 'POST',
    path: '/emails',
    standsFor: 'sendEmail',
    body: Email,
    async answer({ body, now, ask }) {
      const files = await filesOf(body.attachments ?? [], sources)
      const { id } = await ask('sendEmail', { body: toEmailSend(body, files, await timeOf(body.scheduled_at, now)) })
      return { id }
    },
  }),
  doorOperation({
    method: 'POST',
    path: '/emails/batch',
    standsFor: 'sendEmailBatch',
    body: Type.Array(Type.Unknown(), { minItems: 1, maxItems: 100 }),
    answer: ({ body, now, ask, headers }) =>
      sendBatch(body, ask, { now, isPermissive: headers['x-batch-validation'] === 'permissive', sources }),
  }),
  doorOperation({
    method: 'GET',
    path: '/emails',
    standsFor: 'listEmails',
    query: PageQuery,
    answer: async ({ query, ask }) => list(await ask('listEmails', pageOf(query)), toListItem),
  }),
  doorOperation({
    method: 'GET',
    path: '/emails/{id}',
    standsFor: 'getEmail',
    async answer({ params, ask }) {
      const email = await ask('getEmail', { params })
      return {
        object: 'email',
        ...toListItem(email),
        html: email.html ?? null,
        text: email.text ?? null,
        ...tagsOf(email),
      }
    },
  }),
  doorOperation({
    method: 'PATCH',
    path: '/emails/{id}',
    standsFor: 'rescheduleEmail',
    body: Type.Object({ scheduled_at: Type.String() }),
    async answer({ params, body, now, ask }) {
      const scheduled_for = momentOf(body.scheduled_at, await now())
      const { id } = await ask('rescheduleEmail', { params, body: { scheduled_for } })
      return { object: 'email', id }
    },
  }),
  doorOperation({
    method: 'POST',
    path: '/emails/{id}/cancel',
    standsFor: 'cancelEmail',
    async answer({ params, ask }) {
      await ask('cancelEmail', { params })
      return { object: 'email', id: params.id }
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/emails/{id}/attachments',
    standsFor: 'listEmailAttachments',
    query: PageQuery,
    async answer({ params, query, ask }) {
      const { data } = await ask('listEmailAttachments', { params })
      return list(cut(data, query), toAttachment)
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/emails/{id}/attachments/{attachment_id}',
    standsFor: 'getEmailAttachment',
    answer: async ({ params, ask }) => ({
      object: 'attachment',
      ...toAttachment(await ask('getEmailAttachment', { params })),
    }),
  }),
]

const toAttachment = ({
  id,
  filename,
  size,
  type,
  disposition,
  contentId,
  download_url,
  expires_at,
}: EmailAttachment) => ({
  ...{ id, filename, size, content_type: type, content_disposition: disposition },
  ...(contentId !== undefined && { content_id: contentId }),
  ...{ download_url, expires_at },
})

type Shown = Omit<EmailListItem, 'from'> & { from: string }

const toListItem = (email: Shown) => ({
  id: email.id,
  message_id: `<${email.message_id}>`,
  to: email.to,
  from: email.from,
  created_at: email.created_at,
  subject: email.subject,
  bcc: email.bcc ?? null,
  cc: email.cc ?? null,
  reply_to: email.reply_to ?? null,
  last_event: lastEventOf(email),
  scheduled_at: email.scheduled_for,
  topic_id: email.topic_id ?? null,
})

/** Opens and clicks count only for an email that has been sent or delivered. */
function lastEventOf({ status, opened_at, clicked_at }: Shown): string {
  if (status === 'processing') return 'queued'
  if (status !== 'sent' && status !== 'delivered') return status
  if (clicked_at !== null) return 'clicked'
  return opened_at === null ? status : 'opened'
}

const tagsOf = ({ tags }: Pick<OurEmail, 'tags'>) => (tags ? { tags: tags.map(fromWord) } : {})
