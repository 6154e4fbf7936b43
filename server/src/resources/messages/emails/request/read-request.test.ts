import { describe, expect, test } from 'vitest'
import { readBatch } from './read-request.ts'
import { controls, email, faultyPaths, noon, read, refusalOf, request } from './reading.fixture.ts'

const topicId = '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11'

test('the smallest request makes a complete draft', () => {
  expect(read({})).toEqual({
    from: { name: null, address: 'a@b.co' },
    to: ['a@b.co'],
    cc: [],
    bcc: [],
    replyTo: [],
    recipients: ['a@b.co'],
    subject: 'Hello',
    html: null,
    text: 'Hello',
    headers: null,
    tags: [],
    batchId: null,
    messageStream: 'transactional',
    topicId: null,
    requireTls: false,
    trackOpens: false,
    trackClicks: false,
    unsubscribe: false,
    templateId: null,
    attachments: [],
    scheduledFor: null,
    size: 10,
  })
})

test('all faults of a request are reported at once', () => {
  const paths = faultyPaths({
    from: 'Acme',
    from_name: 'a\nb',
    subject: 'a\nb',
    text: '',
    tags: ['ok', 'a\nb'],
    batch_id: 'a\nb',
    headers: { Bcc: 'x@y.zz', 'X-A': '1' },
    attachments: [
      { filename: 'a', content: 'aGk=' },
      { filename: '..', content: '%', type: 'x', contentId: ' ' },
    ],
    scheduled_for: '2020-01-01T00:00:00Z',
    topic_id: topicId,
  })

  const ofFile = ['filename', 'type', 'contentId', 'content'].map(field => `attachments.1.${field}`)
  const others = [
    'from',
    'from_name',
    'subject',
    'text',
    'tags.1',
    'batch_id',
    'headers.Bcc',
    'scheduled_for',
    'topic_id',
  ]
  expect(paths.toSorted()).toEqual([...others, ...ofFile].toSorted())
})

describe('tags and batch_id', () => {
  test('are kept, each tag once', () => {
    expect(read({ tags: ['a', 'b', 'a', 'A'], batch_id: 'x' })).toMatchObject({ tags: ['a', 'b', 'A'], batchId: 'x' })
    expect(read({ tags: ['a'], batch_id: '' })).toMatchObject({ tags: ['a'], batchId: null })
  })

  test.each(controls)('have no control character: %j', control => {
    expect(faultyPaths({ tags: ['a', `b${control}`], batch_id: `${control}c` })).toEqual(['tags.1', 'batch_id'])
  })
})

describe('a topic', () => {
  test('is for a broadcast', () => {
    const draft = read({ message_stream: 'broadcast', topic_id: topicId })
    expect(draft).toMatchObject({ messageStream: 'broadcast', topicId })
  })

  test('is refused without one', () => {
    expect(faultyPaths({ topic_id: topicId })).toEqual(['topic_id'])
    expect(faultyPaths({ topic_id: topicId, message_stream: 'transactional' })).toEqual(['topic_id'])
  })

  test('that cannot exist is refused', () => {
    expect(faultyPaths({ topic_id: 'news', message_stream: 'broadcast' })).toEqual(['topic_id'])
  })
})

describe('a setting for personal copies', () => {
  test('is off unless asked for (140)', () => {
    expect(read({ track_opens: false, track_clicks: false, variables: {} })).toEqual(read({}))
  })

  test('is set by its name', () => {
    expect(read({ track_opens: true, track_clicks: true })).toMatchObject({ trackOpens: true, trackClicks: true })
  })

  test('is always on in a broadcast, which may not bring unsubscribe headers of its own, in any case', () => {
    expect(read({ message_stream: 'broadcast' })).toMatchObject({ messageStream: 'broadcast', unsubscribe: true })
    for (const name of ['List-Unsubscribe', 'LIST-UNSUBSCRIBE-POST'])
      expect(faultyPaths({ message_stream: 'broadcast', headers: { [name]: 'x' } })).toEqual([`headers.${name}`])
    expect(read({ headers: { 'List-Unsubscribe': '<mailto:a@b.co>' } }).unsubscribe).toBe(false)
  })
})

describe('a batch', () => {
  const batch = (...changes: Parameters<typeof request>[0][]) => readBatch(changes.map(request), noon)

  test('gives its drafts in order, each with a time of its own (257, 267, 268)', () => {
    const drafts = batch({ subject: 'a' }, { subject: 'b', scheduled_for: '2027-01-02T00:00:00Z' }, { subject: 'a' })

    expect(drafts.map(draft => draft.subject)).toEqual(['a', 'b', 'a'])
    expect(drafts.map(draft => draft.scheduledFor)).toEqual([null, '2027-01-02T00:00:00.000000Z', null])
    expect(batch({})).toEqual([read({})])
  })

  test('may have 100 emails of 50 recipients (258, 265)', () => {
    const to = Array.from({ length: 50 }, (_, i) => `a${i}@b.co`)
    const drafts = readBatch(
      Array.from({ length: 100 }, () => ({ ...email, to })),
      noon,
    )
    expect(drafts.flatMap(draft => draft.recipients)).toHaveLength(5000)
  })

  test('is refused as a whole, and each fault names its email (266)', () => {
    const to = Array.from({ length: 51 }, (_, i) => `a${i}@b.co`)
    const refusal = refusalOf(() => batch({}, { to }, {}, { subject: 'a\nb', tags: ['a', '\n'] }))

    expect(refusal.code).toBe('validation_error')
    expect(refusal.details).toMatchObject([{ path: '1.to' }, { path: '3.subject' }, { path: '3.tags.1' }])
  })

  test('measures each email by itself', () => {
    const html = 'x'.repeat(5 * 1024 * 1024)

    expect(batch({ html }, { html })).toHaveLength(2)
    const refusal = refusalOf(() => batch({ html }, { html: `${html}x` }))
    expect(refusal).toMatchObject({ code: 'payload_too_large', details: [{ path: '1.html' }] })
  })

  test('lists no more than 100 faults', () => {
    const tags = Array.from({ length: 50 }, () => '\n')
    expect(refusalOf(() => batch({ tags }, { tags }, { tags })).details).toHaveLength(100)
  })
})
