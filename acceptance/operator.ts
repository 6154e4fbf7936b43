/** The operator's command, with --json: organizations and keys are made here, outside the API. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Permission } from '@posthorn/contract/permissions'
import { compileCache, node, repository } from './service.ts'

const execute = promisify(execFile)

export type Organization = { id: string; live_key: string; test_key: string }
export type ApiKey = { id: string; key: string }

/** What `npm run -s posthorn -- …` runs, without the second that npm takes. */
export async function posthorn<Result>(dataDir: string, ...args: string[]): Promise<Result> {
  const script = join(repository, 'server/src/posthorn.ts')
  const env = { PATH: process.env.PATH, ...compileCache, POSTHORN_DATA_DIR: dataDir, DATABASE_URL: '' }
  const { stdout } = await execute(node, [script, ...args, '--json'], { env, cwd: dataDir })
  return JSON.parse(stdout)
}

export const createOrganization = (dataDir: string, plan: 'free' | 'starter' | 'pro' | 'enterprise' = 'enterprise') =>
  posthorn<Organization>(dataDir, 'organization', 'create', '--name', 'Acceptance', '--plan', plan)

export const createKey = (
  dataDir: string,
  organization: Pick<Organization, 'id'>,
  mode: 'live' | 'test',
  ...permissions: Permission[]
) => {
  const listed = permissions.length > 0 ? ['--permissions', permissions.join()] : []
  return posthorn<ApiKey>(dataDir, 'key', 'create', '--organization', organization.id, '--mode', mode, ...listed)
}
