import { expect, test } from 'vitest'
import { isOpenTo, navigationItems } from './navigation-items.ts'

const namesFor = (is_charged: boolean) =>
  navigationItems.filter(place => isOpenTo({ role: 'owner', is_charged }, place)).map(({ name }) => name)

test('without charging only the usage page is missing', () => {
  expect(namesFor(true)).toContain('Usage')
  expect(namesFor(false)).toEqual(namesFor(true).filter(name => name !== 'Usage'))
})

test('a role sees only the pages it may open', () => {
  const open = navigationItems.filter(place => isOpenTo({ role: 'viewer', is_charged: true }, place))

  expect(open.map(({ name }) => name)).not.toContain('API keys')
})
