import { defineCommand } from '../command.ts'
import { loginPath, removeLogin } from '../login-file.ts'

export const logout = defineCommand({
  name: 'logout',
  summary: 'Deletes the stored address and keys',
  example: 'logout',
  options: {},
  async run(_given, { env }) {
    removeLogin(env)
    return {
      json: { ok: true },
      text: `${loginPath(env)} was deleted. The keys still work: revoke them in the dashboard.\n`,
    }
  },
})
