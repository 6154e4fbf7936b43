import MiniSearch from 'minisearch'
import { expect, test } from 'vitest'
import { markdown } from './markdown.ts'
import { searchIndex } from './search-index.ts'
import { sectionsOf } from './sections.ts'

test('a search finds the section that contains the word, in text, code and tables', () => {
  const source =
    '# Operating\n\nRoles.\n\n## Back-ups\n\nWrite a **dump**.\n\n    npm run backup\n\n## Limits\n\n| a | b |\n|---|---|\n| lease | 5 |\n'
  const { options, index } = JSON.parse(searchIndex(sectionsOf(markdown(), source, 'operating')))
  const search = MiniSearch.loadJS(index, options)

  const addressOf = (query: string) => search.search(query).map(({ address }) => address)

  expect(addressOf('roles')).toEqual(['operating.html'])
  expect(addressOf('dump')).toEqual(['operating.html#back-ups'])
  expect(addressOf('backup')).toEqual(['operating.html#back-ups'])
  expect(addressOf('lease')).toEqual(['operating.html#limits'])
})
