import { globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { pagesOfMembers, pagesOfStrangers } from '../../acceptance/browser/pages.ts'
import { namedPictures } from './named-pictures.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(root + path, 'utf8')
const named = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].flatMap(path => namedPictures(read(path)))

/** The pictures that the browser tests write to test-output/dashboard. */
const taken = new Set([
  ...[...pagesOfMembers, ...pagesOfStrangers].flatMap(([name]) => [`${name}-light`, `${name}-phone`, `${name}-dark`]),
  ...globSync('acceptance/browser/*.ts', { cwd: root }).flatMap(path =>
    [...read(path).matchAll(/keepPicture\(\w+, '([\w-]+)'\)/g)].map(([, name = '']) => name),
  ),
])

test('the browser tests take every dashboard picture that docs/ or the README shows', () => {
  expect(named).not.toEqual([])
  expect(named.filter(name => !taken.has(name))).toEqual([])
})

test('no picture is larger than 150 KB, and docs/pictures has no unused picture', () => {
  const kept = globSync('*.png', { cwd: `${root}docs/pictures` })

  expect(kept.map(file => file.replace('.png', '')).sort()).toEqual([...new Set(named)].sort())
  expect(kept.filter(file => statSync(`${root}docs/pictures/${file}`).size > 150_000)).toEqual([])
})
