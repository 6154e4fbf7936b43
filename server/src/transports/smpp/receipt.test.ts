import { describe, expect, test } from 'vitest'
import { isReceipt, readReceipt } from './receipt.ts'

describe('the text of a receipt', () => {
  test.each([
    [
      'id:0123456789 sub:001 dlvrd:001 submit date:2601011200 done date:2601011201 stat:DELIVRD err:000 text:Hello',
      '0123456789',
      'delivered',
      'DELIVRD',
    ],
    ['ID:abc-1_2@x SUB:001 DLVRD:000 STAT:Undeliv ERR:00B', 'abc-1_2@x', 'undelivered', 'Undeliv (error 00B)'],
    ['id: 77  stat: EXPIRED', '77', 'undelivered', 'EXPIRED'],
    ['id:77 stat:DELETED err:', '77', 'undelivered', 'DELETED'],
    ['id:77 stat:DELETED err: text:Your code is 1234', '77', 'undelivered', 'DELETED'],
    ['stat:REJECTD id:77', '77', 'undelivered', 'REJECTD'],
    ['id:77;stat:FAILED;err:1', '77', 'undelivered', 'FAILED (error 1)'],
    ['id:77 stat:ENROUTE', '77', 'sent', 'ENROUTE'],
    ['id:77 stat:ACCEPTD', '77', 'sent', 'ACCEPTD'],
    ['id:77 stat:UNKNOWN', '77', 'sent', 'UNKNOWN'],
    ['id:77 stat:BUFFRED', '77', 'sent', 'BUFFRED'],
    ['id:77\r\nstat:DELIVERED\r\n', '77', 'delivered', 'DELIVERED'],
    ['id:77 stat:DELIVRD text:stat:UNDELIV id:78', '77', 'delivered', 'DELIVRD'],
  ])('%j', (text, carrierId, state, reply) => {
    expect(readReceipt({}, text, 'exact')).toEqual({ carrierId, state, reply })
  })

  test.each([
    '',
    'Good morning',
    'id:77',
    'id: stat:DELIVRD err:000',
    'id:77 stat: err:000',
    'stat:DELIVRD',
    'paid:77 constat:DELIVRD',
  ])('%j is not a receipt', text => {
    expect(readReceipt({}, text, 'exact')).toBeUndefined()
  })
})

describe('the fields of a receipt', () => {
  const id = Buffer.from('77\0')

  test.each([
    [1, 'sent', 'ENROUTE'],
    [2, 'delivered', 'DELIVERED'],
    [3, 'undelivered', 'EXPIRED'],
    [4, 'undelivered', 'DELETED'],
    [5, 'undelivered', 'UNDELIVERABLE'],
    [6, 'sent', 'ACCEPTED'],
    [7, 'sent', 'UNKNOWN'],
    [8, 'undelivered', 'REJECTED'],
  ])('message_state %i is %s', (message_state, state, reply) => {
    expect(readReceipt({ receipted_message_id: id, message_state }, '', 'exact')).toEqual({
      carrierId: '77',
      state,
      reply,
    })
  })

  test('include the network error', () => {
    const fields = { receipted_message_id: id, message_state: 5, network_error_code: Buffer.of(3, 0, 27) }

    expect(readReceipt(fields, '', 'exact')?.reply).toBe('UNDELIVERABLE (network error 27)')
  })

  test('are completed by the text, and vice versa', () => {
    expect(readReceipt({ receipted_message_id: id }, 'stat:EXPIRED', 'exact')).toMatchObject({
      carrierId: '77',
      state: 'undelivered',
    })
    expect(readReceipt({ message_state: 2 }, 'id:78', 'exact')).toMatchObject({ carrierId: '78', state: 'delivered' })
  })

  test('are unusable when the id is too long', () => {
    const fields = { receipted_message_id: Buffer.from('7'.repeat(256)), message_state: 2 }

    expect(readReceipt(fields, '', 'exact')).toBeUndefined()
  })

  test('may lack the NUL at the end of the id', () => {
    expect(readReceipt({ receipted_message_id: Buffer.from('77'), message_state: 2 }, '', 'exact')?.carrierId).toBe(
      '77',
    )
  })
})

test.each([
  [{ esm_class: 0x04 }, true],
  [{ esm_class: 0x44 }, true],
  [{ esm_class: 0x20 }, true],
  [{ esm_class: 0, receipted_message_id: Buffer.from('77\0') }, true],
  [{ esm_class: 0 }, false],
  [{ esm_class: 0x40 }, false],
  [{}, false],
])('only a message that the network marks as a receipt is one: %j', (fields, expected) => {
  expect(isReceipt(fields)).toBe(expected)
})
