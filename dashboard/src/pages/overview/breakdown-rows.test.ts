import { expect, test } from 'vitest'
import { rowsBy, rowsByTemplate } from './breakdown-rows.ts'

const row = (domain: string, receiver: string, sent: number, bounced: number) => ({
  ...{ domain, receiver, message_stream: 'transactional' as const, sent, bounced },
  ...{ complained: 1, bounce_rate: 0, complaint_rate: 0 },
})

test('figures are summed by group, largest first', () => {
  const data = [row('a.test', 'google', 10, 1), row('b.test', 'google', 50, 2), row('a.test', 'other', 30, 3)]

  expect(rowsBy('domain', data)).toEqual([
    { id: 'b.test', name: 'b.test', sent: 50, bounced: 2, complained: 1 },
    { id: 'a.test', name: 'a.test', sent: 40, bounced: 4, complained: 2 },
  ])
  expect(rowsBy('receiver', data).map(({ name, sent }) => [name, sent])).toEqual([
    ['google', 60],
    ['other', 30],
  ])
  expect(rowsBy('message_stream', data)).toMatchObject([{ name: 'transactional', sent: 90 }])
})

test('deleted templates are marked', () => {
  const figures = { sent: 1, delivered: 1, opened: 0, clicked: 0, bounced: 0, complained: 0 }
  const data = [
    { template_id: '01945c1e-1', name: 'Welcome', deleted: false, ...figures },
    { template_id: '01945c1e-2', name: 'Receipt', deleted: true, ...figures },
    { template_id: '01945c1e-3', name: null, deleted: true, ...figures },
  ]

  expect(rowsByTemplate(data).map(({ name }) => name)).toEqual([
    'Welcome',
    'Receipt (deleted)',
    'Deleted template 01945c1e',
  ])
})
