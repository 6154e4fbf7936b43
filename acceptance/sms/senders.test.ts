import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Smsc, startSmsc } from '../../sinks/smsc.ts'
import { faultyPaths } from '../emails/sending.ts'
import { type Client, client } from '../http-client/client.ts'
import { createOrganization, posthorn } from '../service/operator.ts'
import type { Service } from '../service/service.ts'
import { creditsOf, readSms, sendSms, untilSms } from './sending.ts'
import { addNumber, startSmsService } from './service.ts'

let smsc: Smsc
let service: Service
let owner: Client
let ownerInTest: Client
let neighbour: Client
beforeAll(async () => {
  smsc = await startSmsc()
  service = await startSmsService(() => ({ POSTHORN_SMPP_URL: smsc.url }))
  const acme = await createOrganization(service.dataDir)
  owner = client(service.url, acme.live_key)
  ownerInTest = client(service.url, acme.test_key)
  neighbour = client(service.url, (await createOrganization(service.dataDir)).live_key)
  await addNumber(service, 'ACME', acme)
  await addNumber(service, '12345', acme)
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await smsc?.[Symbol.asyncDispose]()
})

const german = () => `+4915${randomInt(10 ** 8, 10 ** 9)}`
const post = (as: Client, from: string, to: string) => as.post('/v1/sms', { from, to, body: 'Hello' })
const sourceAt = (number: string) => smsc.messages.filter(({ to }) => `+${to}` === number).map(({ from }) => from)

test.each(['ACME', '12345'])(
  '%s, which the operator gave to an organization, is the sender that the carrier gets',
  async from => {
    const to = german()

    const { id } = await sendSms(owner, { from, to })

    await untilSms(owner, id, 'delivered')
    expect((await readSms(owner, id)).from).toBe(from)
    expect(sourceAt(to)).toEqual([from])
    expect(await sendSms(ownerInTest, { from, to })).toMatchObject({ from })
  },
)

test.each(['ACME', '12345', 'Acme', 'OTHER', '54321'])(
  '%s is refused for other organizations, with what to do, and costs nothing',
  async from => {
    const before = await creditsOf(neighbour)

    const answer = await post(neighbour, from, german())

    expect([answer.status, answer.body.code, faultyPaths(answer)]).toEqual([400, 'validation_error', ['from']])
    expect(JSON.stringify(answer.body.details)).toContain('posthorn number add')
    expect(await creditsOf(neighbour)).toEqual(before)
  },
)

test('a name is refused where the networks do not accept names, also for its owner', async () => {
  const answer = await post(owner, 'ACME', '+14155550100')

  expect([answer.status, faultyPaths(answer)]).toEqual([400, ['from']])
  expect(JSON.stringify(answer.body.details)).toContain('the networks of +1 do not accept names')
  expect((await post(owner, '12345', '+14155550100')).status).toBe(200)
})

test('STOP to a short code counts for its owner', async () => {
  const person = german()

  await smsc.sendInbound({ from: person, to: '12345', body: 'Stopp' })

  const { status, body } = await post(owner, 'ACME', person)
  expect([status, body.code]).toEqual([400, 'recipient_opted_out'])
})

test('a name that was taken away is refused from then on', async () => {
  const other = await createOrganization(service.dataDir)
  const api = client(service.url, other.live_key)
  await addNumber(service, 'Brand New', other)
  await sendSms(api, { from: 'Brand New', to: german() })

  await posthorn(service.dataDir, 'number', 'remove', 'Brand New')

  expect((await post(api, 'Brand New', german())).status).toBe(400)
})
