import { expect, test } from 'vitest'
import { emailStatuses, eventNames, eventSubscriptions } from './event-names.ts'

test('every status of an email is an event', () => {
  expect(eventNames).toEqual(expect.arrayContaining(emailStatuses.map(status => `email.${status}`)))
})

test('no event is named twice', () => {
  expect(new Set(eventNames).size).toBe(eventNames.length)
})

test('a subscription is an event, a group or everything, and nothing else', () => {
  const others = eventSubscriptions.filter(subscription => !eventNames.some(name => name === subscription))

  expect(eventSubscriptions).toEqual(expect.arrayContaining([...eventNames]))
  expect(others).toEqual([
    ...['*', 'email.*', 'sms.*', 'alert.*', 'broadcast.*', 'contact.*', 'domain.*'],
    ...['suppression.*', 'workflow.*', 'webhook.*', 'custom.*'],
  ])
})
