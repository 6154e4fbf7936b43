/** The initial content of a new workflow. */
import type { WorkflowDefinition, WorkflowTrigger } from '@posthorn/contract/workflows/definition'

type Starter = { trigger_config: WorkflowTrigger; workflow_definition: WorkflowDefinition }

const welcome: Starter = {
  trigger_config: { type: 'contact_created' },
  workflow_definition: {
    steps: [
      {
        key: 'welcome',
        type: 'send_email',
        config: {
          from: 'hello@acme.test',
          subject: 'Welcome, {{ contact.first_name | default: "friend" }}',
          html: '<p>Good to have you here.</p>',
        },
      },
      { key: 'wait', type: 'delay', config: { days: 1 } },
      {
        key: 'opened',
        type: 'condition',
        config: { field: 'steps.welcome.opened', operator: 'eq', value: true },
      },
      {
        key: 'tips',
        type: 'send_email',
        config: { from: 'hello@acme.test', subject: 'Three things to try', html: '<p>First of all …</p>' },
      },
    ],
    connections: [
      { from: 'welcome', to: 'wait' },
      { from: 'wait', to: 'opened' },
      { from: 'opened', to: 'tips', type: 'condition_met' },
    ],
  },
}

const nothing: Starter = {
  trigger_config: { type: 'contact_created' },
  workflow_definition: { steps: [], connections: [] },
}

export const starters = { empty: nothing, welcome } as const
