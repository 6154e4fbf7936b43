import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../operator/terminal.fixture.ts'
import { parseConfig } from './config.ts'
import { publicUrlOf } from './public-url.ts'
import { keepRunningAddress, withRunningAddress } from './running-address.ts'

const at = (port: number, publicUrl: string | null = null) => ({ host: '127.0.0.1', port, publicUrl })

test('a command without the settings of the service names the address of the running one', () => {
  const config = parseConfig({ POSTHORN_DATA_DIR: emptyFolder() })

  using _kept = keepRunningAddress(config.dataDir, at(4610, 'https://mail.example.com'))

  expect(withRunningAddress(config)).toEqual({ ...config, port: 4610, publicUrl: 'https://mail.example.com' })
})

test('a public URL that is given to the command has priority', () => {
  const config = parseConfig({ POSTHORN_DATA_DIR: emptyFolder(), POSTHORN_PUBLIC_URL: 'https://new.example.com' })

  using _kept = keepRunningAddress(config.dataDir, at(4610, 'https://mail.example.com'))

  expect(publicUrlOf(withRunningAddress(config))).toBe('https://new.example.com')
})

test('once the service has stopped, the settings count', () => {
  const config = parseConfig({ POSTHORN_DATA_DIR: emptyFolder() })

  keepRunningAddress(config.dataDir, at(4610))[Symbol.dispose]()

  expect(withRunningAddress(config)).toBe(config)
})

test('with DATABASE_URL, the service of the data folder may be another one', () => {
  const dataDir = emptyFolder()
  const config = parseConfig({ POSTHORN_DATA_DIR: dataDir, DATABASE_URL: 'postgres://db.example.com/posthorn' })

  using _kept = keepRunningAddress(dataDir, at(4610))

  expect(withRunningAddress(config)).toBe(config)
})

test.each(['', '{"host":"127.0.0.1"', '[]', '{"host":1,"port":"x"}'])('a damaged file (%s) changes nothing', text => {
  const config = parseConfig({ POSTHORN_DATA_DIR: emptyFolder() })
  writeFileSync(join(config.dataDir, 'address.json'), text)

  expect(withRunningAddress(config)).toBe(config)
})
