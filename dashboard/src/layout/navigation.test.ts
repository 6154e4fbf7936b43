import { expect, test } from 'vitest'
import { allNavigation, isOpenTo } from './navigation.ts'

const namesFor = (is_charged: boolean) =>
  allNavigation.filter(place => isOpenTo({ role: 'owner', is_charged }, place)).map(({ name }) => name)

test('without charging only the usage page is missing', () => {
  expect(namesFor(true)).toContain('Usage')
  expect(namesFor(false)).toEqual(namesFor(true).filter(name => name !== 'Usage'))
})

test('a role sees only the pages it may open', () => {
  const open = allNavigation.filter(place => isOpenTo({ role: 'viewer', is_charged: true }, place))

  expect(open.map(({ name }) => name)).not.toContain('API keys')
})
