import { expect, test } from 'vitest'
import { controls, faultyPaths, read } from './reading.fixture.ts'

const names = (length: number) => 'é'.repeat(length)

test('from_name wins over the name in from (95)', () => {
  expect(read({ from: 'Acme <a@b.co>', from_name: 'Ada' }).from).toEqual({ name: 'Ada', address: 'a@b.co' })
  expect(read({ from: 'a@b.co', from_name: 'Ada, x@bank.co' }).from).toEqual({
    name: 'Ada, x@bank.co',
    address: 'a@b.co',
  })
})

test('an empty or blank from_name counts as none (97)', () => {
  expect(read({ from: 'Acme <a@b.co>', from_name: '' }).from.name).toBe('Acme')
  expect(read({ from: 'a@b.co', from_name: '  ' }).from.name).toBeNull()
})

test('a name has at most 256 characters, however many bytes they are (93)', () => {
  expect(read({ from: `${names(256)} <a@b.co>` }).from.name).toBe(names(256))
  expect(read({ from: `${'😀'.repeat(256)} <a@b.co>` }).from.name).toBe('😀'.repeat(256))
  expect(faultyPaths({ from: `${names(257)} <a@b.co>` })).toEqual(['from'])
  expect(faultyPaths({ from: `${'😀'.repeat(257)} <a@b.co>` })).toEqual(['from'])
})

test('two senders are refused (86)', () => {
  expect(faultyPaths({ from: 'A <a@b.co>, B <c@d.co>' })).toEqual(['from'])
})

test.each(controls)('no control character gets into the sender (96): %j', control => {
  expect(faultyPaths({ from: `Ac${control}me <a@b.co>` })).toEqual(['from'])
  expect(faultyPaths({ from: `"Ac${control}me" <a@b.co>` })).toEqual(['from'])
  expect(faultyPaths({ from: `a@b.co${control}` })).toEqual(['from'])
  expect(faultyPaths({ from_name: `Acme${control}Bcc: x@y.zz` })).toEqual(['from_name'])
})
