import { describe, expect, test } from 'vitest'
import { controls, faultyPaths, read, refusalOf } from './reading.fixture.ts'

const mebibytes = 1024 * 1024

describe('content', () => {
  test('is html, text or both (117, 118, 119)', () => {
    expect(read({ html: '<p>Hi</p>', text: undefined })).toMatchObject({ html: '<p>Hi</p>', text: null })
    expect(read({ text: 'Hi' })).toMatchObject({ html: null, text: 'Hi' })
    expect(read({ html: '<p>Hi</p>', text: 'Hi' })).toMatchObject({ html: '<p>Hi</p>', text: 'Hi' })
  })

  test('must not be empty (121)', () => {
    expect(faultyPaths({ html: '', text: '' })).toEqual(['html'])
    expect(faultyPaths({ html: '', text: undefined })).toEqual(['html'])
    expect(faultyPaths({ text: '' })).toEqual(['text'])
  })

  test('that is empty counts as none', () => {
    expect(read({ html: '', text: 'Hi' }).html).toBeNull()
    expect(read({ html: '<p>Hi</p>', text: '' }).text).toBeNull()
  })

  test('and a template exclude each other (122)', () => {
    expect(faultyPaths({ template_id: 'x', html: '<p>Hi</p>', text: undefined })).toEqual(['template_id'])
    expect(faultyPaths({ template_friendly_name: 'x', text: 'Hi' })).toEqual(['template_friendly_name'])
  })

  test.each(['html', 'text'] as const)('%s is at most 5 MiB of UTF-8 (133, 134)', field => {
    const most = 'é'.repeat(2.5 * mebibytes)

    expect(read({ [field]: most })[field]).toBe(most)
    const refusal = refusalOf(() => read({ [field]: `${most}a` }))
    expect(refusal).toMatchObject({ code: 'payload_too_large', details: [{ path: field }] })
    expect(refusal.sentence).toContain(`${field} is larger than 5 MiB`)
  })

  test('must not have U+0000, which a workflow step may have produced from a value', () => {
    expect(faultyPaths({ html: '<p>\0</p>', text: 'Hi \0' })).toEqual(['html', 'text'])
  })

  test('may have any line ends and lines of any length (138, 139)', () => {
    const text = `a\nb\rc\r\n\t${'x'.repeat(100_000)}`
    expect(read({ text }).text).toBe(text)
  })
})

describe('a subject', () => {
  test('is required without a template (125)', () => {
    expect(faultyPaths({ subject: undefined })).toEqual(['subject'])
    expect(read({ subject: undefined, text: undefined, template_id: 'x' }).subject).toBe('')
  })

  test('is taken as it is in any script (129)', () => {
    const subject = '😀 שלום e\u0301 مرحبا 👩‍👩‍👧'
    expect(read({ subject }).subject).toBe(subject)
  })

  test.each(controls)('has no control character (130, 131): %j', control => {
    expect(faultyPaths({ subject: `a${control}X: 1` })).toEqual(['subject'])
  })
})

test('the size is the octets of subject, html, text and decoded attachments', () => {
  const attachments = [
    { filename: 'a', content: 'aGVsbG8=' },
    { filename: 'b', content: 'aGk=' },
  ]
  const draft = read({ subject: 'é', html: '<p>😀</p>', text: 'abc', attachments })

  expect(draft.size).toBe(2 + 11 + 3 + 5 + 2)
})
