import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { findProgram } from '../../sinks/find-program.ts'
import { createOrganization } from '../service/operator.ts'
import { repository } from '../service/service.ts'

const execute = promisify(execFile)

const python = findProgram('python3')
const { url, dataDir } = inject('service')

/** We support Python from 3.11 on. */
async function isRecent(): Promise<boolean> {
  const script = 'import sys; sys.exit(sys.version_info < (3, 11))'
  return (
    python !== undefined &&
    execute(python, ['-c', script]).then(
      () => true,
      () => false,
    )
  )
}

const isInstalled = await isRecent()

test.skipIf(!isInstalled)(
  'the client for Python keeps its promises (skipped where python3 is missing or older than 3.11)',
  async () => {
    const { test_key, live_key } = await createOrganization(dataDir)
    const env = {
      ...process.env,
      POSTHORN_URL: url,
      POSTHORN_API_KEY: test_key,
      LIVE_KEY: live_key,
      PYTHONDONTWRITEBYTECODE: '1',
    }

    const { stderr } = await execute(python ?? '', ['-m', 'unittest'], { cwd: join(repository, 'sdk/python'), env })

    expect(stderr).toMatch(/^OK$/m)
  },
)
