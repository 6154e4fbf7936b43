import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from '#setup/config.ts'
import { emptyFolder } from '../terminal.fixture.ts'
import { findUrl } from './find.ts'

/** Root can read everything, so the test switches to an account without permissions. */
function withoutRights<T>(look: () => T): T {
  if (process.getuid?.() !== 0) return look()
  process.seteuid?.(65_534)
  try {
    return look()
  } finally {
    process.seteuid?.(0)
  }
}

test('a data folder of another account is not mistaken for one where nothing runs', () => {
  const config = parseConfig({ POSTHORN_DATA_DIR: emptyFolder() })
  expect(findUrl(config)).toBeUndefined()

  writeFileSync(join(config.dataDir, 'postgres-password'), 'secret', { mode: 0 })

  expect(() => withoutRights(() => findUrl(config))).toThrow(/belongs to another account\. Use the account/)
})

test('DATABASE_URL has priority over the data folder', () => {
  const url = 'postgres://posthorn:secret@db.example.com/posthorn'

  expect(findUrl(parseConfig({ DATABASE_URL: url, POSTHORN_DATA_DIR: emptyFolder() }))).toBe(url)
})
