import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Smsc, startSmsc } from '../../sinks/smsc.ts'
import { faultyPaths } from '../emails/sending.ts'
import { type Client, client } from '../http-client/client.ts'
import type { Service } from '../service/service.ts'
import { hello, sendSms, untilSms } from './sending.ts'
import { startSmsService } from './service.ts'

let smsc: Smsc
let service: Service
let api: Client
beforeAll(async () => {
  smsc = await startSmsc()
  service = await startSmsService(() => ({ POSTHORN_SMPP_URL: smsc.url }))
  api = client(service.url, service.liveKey)
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await smsc?.[Symbol.asyncDispose]()
})

test.each([60, 3_600, 604_800])('a message that is valid for %i seconds is sent like any other', async seconds => {
  const { id } = await sendSms(api, { validity_seconds: seconds })

  await untilSms(api, id)
})

test.each([59, 0, -1, 604_801, 60.5, '60', null, true])('%j seconds are refused', async seconds => {
  const answer = await api.post('/v1/sms', { ...hello(), validity_seconds: seconds })

  expect([answer.status, answer.body.code, faultyPaths(answer)]).toEqual([
    400,
    'validation_error',
    ['validity_seconds'],
  ])
})
