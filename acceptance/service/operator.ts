/** Organizations and keys, which are created outside the API: by the operator's command, or by the owner of the shared service. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { permissions as allPermissions, type Permission } from '@posthorn/contract/permissions'
import { expect, inject, type ProvidedContext } from 'vitest'
import { type Visitor, visitor } from '../http-client/console-visitor.ts'
import { givenDatabase } from './data-folder.ts'
import { compileCache, program } from './service.ts'

const execute = promisify(execFile)

export type Organization = { id: string; live_key: string; test_key: string }
export type ApiKey = { id: string; key: string }

/** Runs `npm run -s posthorn -- …` without the second that npm takes. */
export async function posthorn<Result>(dataDir: string, ...args: string[]): Promise<Result> {
  const [file, ...script] = program('posthorn')
  const env = {
    PATH: process.env.PATH,
    ...compileCache,
    POSTHORN_DATA_DIR: dataDir,
    DATABASE_URL: givenDatabase(dataDir),
  }
  const { stdout } = await execute(file, [...script, ...args, '--json'], { env, cwd: dataDir })
  return JSON.parse(stdout)
}

export async function createOrganization(
  dataDir: string,
  plan: 'free' | 'starter' | 'pro' | 'enterprise' = 'enterprise',
): Promise<Organization> {
  const owner = plan === 'enterprise' && ownerOf(dataDir)
  if (!owner) return posthorn(dataDir, 'organization', 'create', '--name', 'Acceptance', '--plan', plan)
  const { id } = await made<{ id: string }>(owner, '/console/organizations', { name: 'Acceptance' })
  owned.add(id)
  const [live, test] = await Promise.all([createKey(dataDir, { id }, 'live'), createKey(dataDir, { id }, 'test')])
  return { id, live_key: live.key, test_key: test.key }
}

export function createKey(
  dataDir: string,
  organization: Pick<Organization, 'id'>,
  mode: 'live' | 'test',
  ...permissions: Permission[]
): Promise<ApiKey> {
  const owner = owned.has(organization.id) && ownerOf(dataDir)
  if (owner) {
    const asked = { name: 'Acceptance', permissions: permissions.length > 0 ? permissions : allPermissions }
    return made(owner.at({ organization: organization.id, environment: mode }), '/console/keys', asked)
  }
  const listed = permissions.length > 0 ? ['--permissions', permissions.join()] : []
  return posthorn<ApiKey>(dataDir, 'key', 'create', '--organization', organization.id, '--mode', mode, ...listed)
}

/** Organizations of the person who set up the shared service; those made by the command have no member. */
const owned = new Set<string>()

/** For the shared service: each process of the command takes half a second, and dozens of files need an organization. */
function ownerOf(dataDir: string): Visitor | undefined {
  // In a project without a shared service there is none to inject.
  const shared: ProvidedContext['service'] | undefined = inject('service')
  return shared?.dataDir === dataDir ? visitor(shared.url, {}, new Map(shared.ownerCookies)) : undefined
}

async function made<Made>(owner: Visitor, path: string, asked: object): Promise<Made> {
  const { status, body } = await owner.post<Made>(path, asked)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
