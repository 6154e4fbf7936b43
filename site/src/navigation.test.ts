import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readDocuments } from './documents.ts'
import { navigation } from './navigation.ts'

test('every page except single decisions is in the navigation once, and every entry is a page', () => {
  const pages = readDocuments(fileURLToPath(new URL('../../docs', import.meta.url))).map(({ page }) => page)

  const listed = navigation.flatMap(group => group.pages)

  expect(listed.toSorted()).toEqual(pages.filter(page => !/^decisions\/\d/.test(page)).sort())
})
