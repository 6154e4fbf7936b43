import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readDocuments } from './documents.ts'
import { navigation } from './navigation.ts'

const documents = readDocuments(fileURLToPath(new URL('../../docs', import.meta.url)))

test('every page except single decisions is in the navigation once, and every entry is a page', () => {
  const pages = documents.map(({ page }) => page)

  const listed = navigation.flatMap(group => group.pages)

  expect(listed.toSorted()).toEqual(pages.filter(page => !/^decisions\/\w+\//.test(page)).sort())
})

test('every decision is in the list of decisions', () => {
  const decisions = documents.filter(({ page }) => page.startsWith('decisions/') && page !== 'decisions/README')
  const list = documents.find(({ page }) => page === 'decisions/README')?.source ?? ''

  expect(decisions.filter(({ page }) => !list.includes(`(${page.slice('decisions/'.length)}.md)`))).toEqual([])
  expect(decisions.length).toBeGreaterThan(50)
})
