import type { Clock } from '#core/clock.ts'
import type { Pager } from '#core/page.ts'
import type { AddressRule } from '#core/public-address.ts'
import type { Handlers } from '#http/handler.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { once } from '#resources/account/idempotency/once.ts'
import { changeWorkflow } from './change.ts'
import { createWorkflow } from './create.ts'
import { readWorkflow, readWorkflows } from './read.ts'
import { removeWorkflow } from './remove.ts'
import { readRuns } from './runs/read-runs.ts'
import { type SimulateParts, simulateWorkflow } from './simulate.ts'
import { stoppedAt, stopRun } from './stop.ts'
import { toWireRun, toWireWorkflow } from './wire.ts'

type Parts = Omit<SimulateParts, 'addresses'> & { clock: Clock; pager: Pager; addresses: AddressRule }

export function workflowRoutes(parts: Parts) {
  const { database, clock, pager, addresses } = parts
  const { db } = database

  return {
    async createWorkflow(caller, { body }, { idempotency, change }) {
      const activation = { ...parts, addresses: await addresses() }
      return audited(database, change, tx =>
        once(tx, { caller, idempotency }, async () =>
          toWireWorkflow(await createWorkflow(tx, caller, clock(), body, activation)),
        ),
      )
    },

    async listWorkflows(caller, { query }) {
      const page = pager.open(caller, 'workflows', query)
      const workflows = await readWorkflows(database.slowReads(caller.environmentId), caller, page, {
        status: query.status,
      })
      return pager.close(caller, 'workflows', query, workflows, toWireWorkflow)
    },

    getWorkflow: async (caller, { params }) => toWireWorkflow(await readWorkflow(db, caller, params.id)),

    async updateWorkflow(caller, { params, body }, { change }) {
      const activation = { ...parts, addresses: await addresses() }
      return toWireWorkflow(
        await audited(database, change, tx => changeWorkflow(tx, caller, clock(), params.id, body, activation)),
      )
    },

    async deleteWorkflow(caller, { params }, { change }) {
      await audited(database, change, tx => removeWorkflow(tx, caller, params.id))
      return { success: true, message: 'Workflow deleted.' }
    },

    async listWorkflowRuns(caller, { params, query }) {
      const list = `runs of ${params.id}`
      const filters = { state: query.state, contactId: query.contact_id }
      const runs = await readRuns(
        database.slowReads(caller.environmentId),
        caller,
        params.id,
        pager.open(caller, list, query),
        filters,
      )
      return pager.close(caller, list, query, runs, toWireRun)
    },

    async stopWorkflowRun(caller, { params: { id: workflowId, runId } }, { change }) {
      const now = clock()
      const ids = { workflowId, runId }
      return toWireRun(await audited(database, change, tx => stopRun(tx, caller, now, ids), stoppedAt(now)))
    },

    simulateWorkflow: async (caller, { params, body }) =>
      simulateWorkflow({ ...parts, addresses: await addresses() }, caller, clock(), params.id, body),
  } satisfies Partial<Handlers>
}
