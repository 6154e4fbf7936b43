import { expect, test } from 'vitest'
import { textHere } from './text-here.fixture.ts'
import { tryOut } from './try-out.ts'

const caller = { organizationId: 'tenant' }
const mjml =
  '<mjml><mj-body><mj-section><mj-column><mj-text>Hi {{ name }}</mj-text></mj-column></mj-section></mj-body></mjml>'

test('content that is not stored is filled in as for an email', async () => {
  const rendered = await tryOut(textHere, caller, { subject: 'Hi {{ name }}', mjml, variables: { name: '<Ada>' } })

  expect(rendered).toEqual({ subject: 'Hi <Ada>', html: expect.stringContaining('Hi &lt;Ada&gt;'), text: null })
  expect(await tryOut(textHere, caller, { subject: 's', html: '<p>h</p>', text: 't' })).toEqual({
    subject: 's',
    html: '<p>h</p>',
    text: 't',
  })
})

test('content that does not parse is refused with the place, and a missing variable with its name', async () => {
  await expect(tryOut(textHere, caller, { subject: 'x', html: '\n{% if' })).rejects.toMatchObject({
    details: [{ path: 'html', line: 2, column: 1 }],
  })
  await expect(tryOut(textHere, caller, { subject: 'x', mjml })).rejects.toMatchObject({ code: 'missing_variable' })
})
