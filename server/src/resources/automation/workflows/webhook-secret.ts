/** The signing secret for a workflow's webhook steps. It is derived from the installation's secret, so nothing is stored; an operator can show it. */
import { hkdfSync } from 'node:crypto'

export type WorkflowOfEnvironment = { environmentId: string; workflowId: string }

const secretLength = 32

export const workflowSecrets =
  (instanceSecret: Buffer) =>
  ({ environmentId, workflowId }: WorkflowOfEnvironment): Buffer =>
    Buffer.from(
      hkdfSync('sha256', instanceSecret, `${environmentId} ${workflowId}`, 'posthorn workflow webhooks', secretLength),
    )

/** In the format receivers expect. */
export const showSecret = (secret: Buffer): string => `whsec_${secret.toString('base64')}`
