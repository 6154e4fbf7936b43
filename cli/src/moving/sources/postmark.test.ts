import { expect, test } from 'vitest'
import { all, answering } from './answering.fixture.ts'
import { postmarkSource } from './postmark.ts'

const suppression = (EmailAddress: string, SuppressionReason: string) => ({
  ...{ EmailAddress, SuppressionReason, Origin: 'Recipient', CreatedAt: '2019-12-17T08:58:33-05:00' },
})
const source = postmarkSource(
  answering({
    'message-streams?MessageStreamType=All': {
      MessageStreams: [
        { ID: 'outbound', MessageStreamType: 'Transactional' },
        { ID: 'news', MessageStreamType: 'Broadcasts' },
        { ID: 'inbound', MessageStreamType: 'Inbound' },
      ],
      TotalCount: 3,
    },
    'message-streams/outbound/suppressions/dump': {
      Suppressions: [suppression('b@example.com', 'HardBounce'), suppression('m@example.com', 'ManualSuppression')],
    },
    'message-streams/news/suppressions/dump': {
      Suppressions: [
        suppression('left@example.com', 'ManualSuppression'),
        suppression('s@example.com', 'SpamComplaint'),
      ],
    },
    'templates?Count=100&Offset=0&TemplateType=All': {
      TotalCount: 2,
      Templates: [
        { TemplateId: 1, Name: 'Basic', Alias: 'basic', TemplateType: 'Layout', LayoutTemplate: null },
        { TemplateId: 2, Name: 'Welcome', Alias: null, TemplateType: 'Standard', LayoutTemplate: 'basic' },
      ],
    },
    'templates/2': {
      ...{ TemplateId: 2, Name: 'Welcome', Subject: 'Hi {{name}}', Active: true, LayoutTemplate: 'basic' },
      ...{ HtmlBody: '<p>{{#each items}}{{.}}{{/each}}</p>', TextBody: '' },
    },
    'templates/basic': { TemplateId: 1, HtmlBody: '<body>{{{ @content }}}</body>', TextBody: '{{{ @content }}}' },
  }),
)

test('people who left a broadcast stream become unsubscribed contacts; all others are suppressed', async () => {
  expect(await all(source.contacts())).toEqual([
    { email: 'left@example.com', emailSubscribed: false, properties: {}, topics: {} },
  ])
  expect(await all(source.suppressions())).toEqual([
    { email: 'b@example.com', reason: 'hard_bounce' },
    { email: 'm@example.com', reason: 'manual' },
    { email: 's@example.com', reason: 'complaint' },
  ])
})

test('a template includes its layout', async () => {
  expect(await all(source.templates())).toEqual([
    {
      name: 'Welcome',
      subject: 'Hi {{ name | default: "" }}',
      html: '<body><p>{% for item_1 in items %}{{ item_1 | default: "" }}{% endfor %}</p></body>',
      isDraft: false,
      untranslated: [],
    },
  ])
})
