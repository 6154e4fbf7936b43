/**
 * What the webhook steps of a workflow are signed with. It is made of the secret of the installation, so that nothing has to
 * be kept; whoever operates the installation can show it.
 */
import { hkdfSync } from 'node:crypto'

export type WorkflowOfEnvironment = { environmentId: string; workflowId: string }

const secretLength = 32

export const workflowSecrets =
  (instanceSecret: Buffer) =>
  ({ environmentId, workflowId }: WorkflowOfEnvironment): Buffer =>
    Buffer.from(
      hkdfSync('sha256', instanceSecret, `${environmentId} ${workflowId}`, 'posthorn workflow webhooks', secretLength),
    )

/** As receivers want it. */
export const showSecret = (secret: Buffer): string => `whsec_${secret.toString('base64')}`
