import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import type { CarrierPlan } from './carriers-file.ts'
import { httpCarriers, liveCarriers, readCarrierPlan, testCarriers } from './sms-carriers.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-sms-carriers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const none = { smppUrl: null, carriersFile: null, environment: {} }
const parts = { arrivals: { receipt: async () => {}, inbound: async () => {} }, log: pino({ level: 'silent' }) }
const everywhere = (name: string) => [{ prefix: '+', carriers: [name] }]
const twilio = {
  name: 'main',
  type: 'twilio',
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'f0e1d2c3b4a5968778695a4b3c2d1e0f',
  answersKeywords: true,
} as const

test('without settings messages are captured; with one SMPP server all go there', () => {
  expect(readCarrierPlan(none)).toEqual({
    carriers: [{ name: 'capture', type: 'capture' }],
    routes: everywhere('capture'),
  })
  const smppUrl = 'smpp://system:secret@smsc.test'
  expect(readCarrierPlan({ ...none, smppUrl })).toEqual({
    carriers: [{ name: 'smpp', type: 'smpp', url: smppUrl }],
    routes: everywhere('smpp'),
  })
})

test('a carriers file overrides the other settings', () => {
  const carriersFile = join(folder, 'carriers.json')
  writeFileSync(carriersFile, JSON.stringify({ carriers: { here: { type: 'capture' } }, routes: everywhere('here') }))

  expect(readCarrierPlan({ ...none, smppUrl: 'smpp://a:b@c', carriersFile }).carriers).toEqual([
    { name: 'here', type: 'capture' },
  ])
})

test.each([
  ['+14155550100', ['us', 'all']],
  ['+12045550100', ['canada']],
  ['+4915112345678', ['all', 'us']],
  ['+15550100001', ['us', 'all']],
])('the longest matching prefix decides the carriers and their order: %s', async (number, names) => {
  const carriers = ['all', 'us', 'canada'].map(name => ({ name, type: 'capture' }) as const)
  const plan: CarrierPlan = {
    carriers,
    routes: [
      { prefix: '+1', carriers: ['us', 'all'] },
      { prefix: '+', carriers: ['all', 'us'] },
      { prefix: '+1204', carriers: ['canada'] },
    ],
  }

  await using directory = liveCarriers({ publicUrl: null }, plan, parts)

  expect(directory.carriersFor(number).map(({ name }) => name)).toEqual(names)
})

test('a number without a route has no carrier, and every carrier is found by its name', async () => {
  const plan: CarrierPlan = {
    carriers: [twilio, { name: 'kept', type: 'capture' }],
    routes: [{ prefix: '+1', carriers: ['main'] }],
  }

  await using directory = liveCarriers({ publicUrl: null }, plan, parts)

  expect(directory.carriersFor('+4915112345678')).toEqual([])
  expect(directory.named('kept')).toMatchObject({ name: 'kept' })
  expect(directory.named('main')).toBe(directory.carriersFor('+14155550100')[0])
  expect(directory.named('nobody')).toBeUndefined()
})

test('HTTP carriers can be opened alone', () => {
  const plan: CarrierPlan = {
    carriers: [
      twilio,
      { name: 'kept', type: 'capture' },
      { name: 'wire', type: 'smpp', url: 'smpp://a:b@127.0.0.1:1' },
    ],
    routes: everywhere('main'),
  }

  expect(httpCarriers({ publicUrl: 'https://sms.acme.test' }, plan).map(({ name }) => name)).toEqual(['main'])
})

test('test keys send through the simulated carrier to any number', async () => {
  await using directory = testCarriers()

  expect(directory.carriersFor('+4915112345678').map(({ name }) => name)).toEqual(['simulated'])
})
