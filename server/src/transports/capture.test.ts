import { expect, test } from 'vitest'
import { captureTransport, type Keep } from './capture.ts'

const transmission = {
  emailId: 'email',
  environmentId: 'environment',
  returnPath: 'shop@acme.test',
  recipients: ['ada@a.example', 'bob@b.example'],
  attempts: [0, 0],
  message: Buffer.from('the message'),
  beforeFinalDot: async () => {},
}

test('a message is kept once for all of its recipients, and each of them counts as delivered', async () => {
  const kept: Parameters<Keep>[0][] = []
  const transport = captureTransport(async message => void kept.push(message))

  const outcomes = await transport.send(transmission)

  expect(kept).toEqual([{ emailId: 'email', environmentId: 'environment', message: transmission.message }])
  expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted'])
  expect(transport.accepted).toBe('delivered')
})

test('nothing counts as delivered that could not be kept', async () => {
  const transport = captureTransport(async () => {
    throw new Error('the disk is full')
  })

  await expect(transport.send(transmission)).rejects.toThrow('the disk is full')
})

test('all recipients of an email share one route, so its message is kept in one go', () => {
  const { groupOf } = captureTransport(async () => {})

  expect(groupOf('ada@a.example')).toBe(groupOf('bob@b.example'))
})
