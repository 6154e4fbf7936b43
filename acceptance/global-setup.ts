/**
 * One service for all tests that do not disturb others, started like a new user would: `npm start` in the folder of the
 * repository.
 */
import type { TestProject } from 'vitest/node'
import { freePort } from '../sinks/free-port.ts'
import { canary } from './service/canary.ts'
import { newDataFolder } from './service/data-folder.ts'
import { npmStart, repository, startService } from './service/service.ts'
import { setUpToken } from './service/set-up-link.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    service: {
      url: string
      dataDir: string
      liveKey: string
      testKey: string
      /** The port on which mail programs submit messages. */
      smtpPort: number
      /** The session of the person who set it up. */
      ownerCookies: [name: string, value: string][]
    }
    /** The data folder of a stopped service, to be copied. */
    usedFolder: string
  }
}

export async function setup(project: TestProject) {
  const [folder, used] = [newDataFolder(), newDataFolder()]
  const leftBehind = startService({ dataDir: used.path }).then(service => service.stop())
  const smtpPort = await freePort()
  const { url, liveKey, testKey, dataDir, pid, exited } = await startService({
    command: npmStart,
    cwd: repository,
    dataDir: folder.path,
    env: {
      PORT: String(await freePort()),
      POSTHORN_SUBMISSION_PORT: String(smtpPort),
      [canary.name]: canary.value,
      POSTHORN_LIVE_KEY: 'tx_live_acceptance_of_the_first_organization',
      POSTHORN_TEST_KEY: 'tx_test_acceptance_of_the_first_organization',
      // Tests create organizations here: with a second one, webhooks would no longer reach their receivers.
      POSTHORN_WEBHOOK_ADDRESSES: 'loopback',
      DATABASE_URL: process.env.TEST_DATABASE_URL ?? '',
    },
  })
  const ownerCookies = await setUp(url, dataDir)
  await leftBehind
  project.provide('service', { url, dataDir, liveKey, testKey, smtpPort, ownerCookies })
  project.provide('usedFolder', used.path)
  return async () => {
    process.kill(-pid, 'SIGINT')
    await exited
    folder[Symbol.dispose]()
    used[Symbol.dispose]()
  }
}

/** Without the client of the tests, which needs their environment. */
async function setUp(url: string, dataDir: string): Promise<[name: string, value: string][]> {
  const owner = { name: 'Owner', email: 'owner@example.com', password: 'plum harbour lantern' }
  const { status, headers } = await fetch(`${url}/console/set-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-posthorn-environment': 'live' },
    body: JSON.stringify({ ...owner, token: setUpToken(dataDir) }),
  })
  if (status !== 200) throw new Error(`The shared service could not be set up: ${status}.`)
  return headers.getSetCookie().map(cookie => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    return [name, value]
  })
}
