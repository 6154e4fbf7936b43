import { type ErrorCode, errors } from '@posthorn/contract/errors'
import { expect, test } from 'vitest'
import { invalid, notFound, Refusal } from '#core/refusal.ts'
import { describe } from './errors.ts'

/** From Postmark's table, and 404 for an unknown path. */
const theirCodes = [10, 100, 300, 400, 402, 403, 404, 405, 406, 409, 410, 429, 701, 1101, 1235]

test.each(Object.keys(errors) as ErrorCode[])("%s has one of Postmark's codes and a sentence", code => {
  const { status, body } = describe(new Refusal(code))

  expect(status).toBeGreaterThanOrEqual(400)
  expect(theirCodes).toContain(Object(body).ErrorCode)
  expect(body).toMatchObject({ Message: expect.stringMatching(/^\S.*[.…”]$/) })
})

test.each([
  [invalid({ path: 'to.0', message: 'is odd' }), 422, 300, 'To.0: is odd'],
  [invalid({ path: 'attachments.1.contentId', message: 'is odd' }), 422, 300, 'Attachments.1.ContentID: is odd'],
  [invalid({ path: 'template_id', message: 'is gone' }), 422, 1101, 'TemplateId: is gone'],
  [invalid({ path: 'template_friendly_name', message: 'is gone' }), 422, 1101, 'TemplateAlias: is gone'],
  [invalid({ path: 'message_stream', message: 'is odd' }), 422, 1235, 'MessageStream: is odd'],
  [invalid({ path: 'body', message: 'must have at most 500 items' }), 422, 410, 'body: must have at most 500 items'],
  [
    invalid({ path: 'body', message: 'needs html or text or template_id or template_friendly_name' }),
    ...([422, 300, 'HtmlBody: is required, or TextBody, TemplateId or TemplateAlias'] as const),
  ],
  [
    invalid({ path: 'template_friendly_name', message: 'must not come together with html or text' }),
    ...([422, 1101, 'TemplateAlias: must not come together with HtmlBody or TextBody'] as const),
  ],
  [notFound('email'), 422, 701, 'No such email.'],
  [notFound('domain'), 404, 404, 'No such domain.'],
  [new Refusal('recipient_opted_out'), 422, 406, errors.recipient_opted_out.message],
])('%o', (refusal, status, ErrorCode, Message) => {
  expect(describe(refusal)).toEqual({ status, body: { ErrorCode, Message } })
})
