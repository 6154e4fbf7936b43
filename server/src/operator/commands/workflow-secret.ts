import { fatal } from '#core/fatal.ts'
import { readInstanceSecret } from '#postgres/instance.ts'
import { environmentOf } from '#resources/automation/workflows/read.ts'
import { showSecret, workflowSecrets } from '#resources/automation/workflows/webhook-secret.ts'
import { openInstance } from '../instance/open.ts'
import { defineCommand } from './command.ts'

export const workflowSecret = defineCommand({
  name: 'workflow secret',
  summary: 'Shows the secret that signs the webhook steps of a workflow',
  example: 'workflow secret <id>',
  options: { id: { value: '<id>', summary: 'The id of the workflow', required: true, positional: true } },
  async run({ id: workflowId }, { loadConfig }) {
    await using database = await openInstance(loadConfig())
    const environmentId = await environmentOf(database.db, workflowId)
    if (environmentId === undefined) throw fatal('No such workflow. GET /v1/workflows shows their ids.')
    const secretOf = workflowSecrets(await readInstanceSecret(database.db))
    const secret = showSecret(secretOf({ environmentId, workflowId }))
    return { json: { workflow_id: workflowId, secret }, text: `${secret}\n` }
  },
})
