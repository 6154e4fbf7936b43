import { operations } from '@posthorn/contract/all-operations'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { type Field, fieldsOf } from './field.ts'

const one = (name: string, fields: readonly Field[]) => fields.find(field => field.name === name)
const send = fieldsOf(operations.sendEmail.body)

test.each([
  ['from', { type: 'string', required: true, limits: ['1 to 998 characters'] }],
  ['to', { type: 'email address or array of email addresses', required: true, limits: ['1 to 50 entries'] }],
  ['tags', { type: 'array of strings', required: false, limits: ['at most 50 entries', 'each 1 to 256 characters'] }],
  ['headers', { type: 'object of strings', limits: ['at most 50 entries'] }],
  ['variables', { type: 'object', limits: [] }],
  ['scheduled_for', { type: 'timestamp', limits: [] }],
  ['track_opens', { type: 'boolean', limits: ['default false'] }],
  ['message_stream', { values: ['transactional', 'broadcast'], limits: ['default transactional'] }],
])('the field %s of an email is described', (name, expected) => {
  expect(one(name, send)).toMatchObject(expected)
})

test('nested fields are included', () => {
  expect(one('attachments', send)?.children.map(({ name }) => name)).toEqual([
    'filename',
    'content',
    'type',
    'contentId',
    'disposition',
  ])
})

test('a nullable field says so', () => {
  expect(one('sent_at', fieldsOf(operations.getEmail.reply))?.type).toBe('timestamp or null')
})

test('a list of objects shows the fields of one object', () => {
  expect(fieldsOf(operations.sendEmailBatch.body)).toEqual(send)
})

test('the steps of a workflow show the fields of each kind', () => {
  const steps =
    one('steps', one('workflow_definition', fieldsOf(operations.createWorkflow.body))?.children ?? [])?.children ?? []

  expect(one('type', steps)?.values).toEqual(expect.arrayContaining(['send_email', 'delay', 'condition', 'webhook']))
  expect(one('config (send_sms)', steps)?.children.map(({ name }) => name)).toEqual(['from', 'body', 'media_urls'])
  expect(one('config (delay)', steps)?.children.map(({ name }) => name)).toContain('until')
})

test('no schema has no fields', () => {
  expect(fieldsOf(undefined)).toEqual([])
})

describe('limits in words', () => {
  test.each([
    [Type.Integer({ minimum: 1, maximum: 100, default: 20 }), ['1 to 100', 'default 20']],
    [Type.Number({ minimum: 5 }), ['at least 5']],
    [Type.String({ minLength: 1 }), ['not empty']],
    [Type.Array(Type.String({ format: 'email', maxLength: 254 })), []],
  ])('%j', (schema, expected) => {
    expect(one('it', fieldsOf(Type.Object({ it: schema })))?.limits).toEqual(expected)
  })
})
