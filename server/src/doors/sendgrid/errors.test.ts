import { type ErrorCode, errors } from '@posthorn/contract/errors'
import { expect, test } from 'vitest'
import { invalid, Refusal } from '#core/refusal.ts'
import { describe } from './errors.ts'

test.each(Object.keys(errors) as ErrorCode[])('%s has a sentence and our status', code => {
  expect(describe(new Refusal(code))).toEqual({
    status: errors[code].status,
    body: { errors: [{ message: expect.stringMatching(/^\S.*[.…”]$/), field: null, help: null }] },
  })
})

test.each([
  ['to', 'personalizations.0.to'],
  ['7.to.1', 'personalizations.7.to.1'],
  ['7.scheduled_for', 'personalizations.7.send_at'],
  ['3.variables.name', 'personalizations.3.dynamic_template_data.name'],
  ['0.html', 'content'],
  ['from', 'from'],
  ['attachments.2.contentId', 'attachments.2.content_id'],
  ['personalizations.4.to', 'personalizations.4.to'],
  ['template_friendly_name', 'template_id'],
])('a fault in %s is reported for %s', (path, field) => {
  expect(describe(invalid({ path, message: 'is odd' })).body).toEqual({
    errors: [{ message: 'is odd', field, help: null }],
  })
})
