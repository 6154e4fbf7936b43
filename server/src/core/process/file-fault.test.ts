import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { whyUnreadable, whyUnwritable } from './file-fault.ts'

const thrown = (work: () => void): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

test.each([
  ['nowhere/none.csv', `there is no file ${resolve('nowhere/none.csv')}. Check the path.`],
  ['package.json/none.csv', `there is no file ${resolve('package.json/none.csv')}. Check the path.`],
  ['server', `${resolve('server')} is a folder. Name a file.`],
  ['x'.repeat(300), 'the name is too long.'],
])('reading %s is explained', (path, why) => {
  expect(
    whyUnreadable(
      path,
      thrown(() => readFileSync(path)),
    ),
  ).toBe(why)
})

test.each([
  ['nowhere/out.zip', `there is no folder ${resolve('nowhere')}. Create it first, or choose another file.`],
  ['package.json/out.zip', `there is no folder ${resolve('package.json')}. Create it first, or choose another file.`],
  ['server', `${resolve('server')} is a folder. Name a file.`],
])('writing %s is explained', (path, why) => {
  expect(
    whyUnwritable(
      path,
      thrown(() => writeFileSync(path, '')),
    ),
  ).toBe(why)
})

test.each([
  ['EACCES', 'this account is not allowed to write there. Use another account, or choose another file.'],
  ['EROFS', 'the disk is read-only. Choose another file.'],
  ['ENOSPC', 'the disk is full. Make room on it, or choose a file on another one.'],
  ['EDQUOT', 'the disk space of this account is used up. Make room, or choose a file elsewhere.'],
  ['EPIPE', 'the program that reads it has ended.'],
  ['EFBIG', 'the system does not allow so large a file. Raise its limit (ulimit -f), or choose a file elsewhere.'],
  ['EIO', 'the disk reported an error (EIO). Check it, or choose a file on another one.'],
])('a file that cannot be written because of %s is explained', (code, why) => {
  expect(whyUnwritable('a.zip', Object.assign(new Error('…'), { code }))).toBe(why)
})

test('other errors keep their words', () => {
  expect(whyUnreadable('a.csv', Object.assign(new Error('…'), { code: 'ELOOP' }))).toBe('ELOOP.')
  expect(whyUnwritable('a.csv', new Error('the quota service is away'))).toBe('the quota service is away.')
})
