import type { FirstSteps } from '@posthorn/contract/console/first-steps'
import { type ConsolePermission, mayDo, type Role } from '@posthorn/contract/console/permissions'
import type { Permission } from '@posthorn/contract/permissions'

type Step = {
  name: keyof FirstSteps
  title: string
  /** Why, in a sentence. */
  words: string
  needs: Permission | ConsolePermission
  /** Where it is done; a test is sent from where one is. */
  link?: { to: '/keys' | '/domains' | '/webhooks' | '/settings'; view?: string; label: string }
}

const steps: readonly Step[] = [
  {
    name: 'key',
    title: 'Create an API key',
    words: 'Your program proves with it who it is.',
    needs: 'keys:manage',
    link: { to: '/keys', label: 'API keys' },
  },
  {
    name: 'email',
    title: 'Send the first email',
    words: 'With the key and a sample, or from here.',
    needs: 'emails:send',
  },
  {
    name: 'domain',
    title: 'Verify your domain',
    words: 'A few records in DNS, and receivers know that it is you.',
    needs: 'domains:write',
    link: { to: '/domains', label: 'Domains' },
  },
  {
    name: 'transport',
    title: 'Let email leave',
    words: 'Until somebody chooses what it leaves by, live email is kept in the inbox.',
    needs: 'settings:manage',
    link: { to: '/settings', view: 'delivery', label: 'Delivery' },
  },
  {
    name: 'webhook',
    title: 'Hear what happens',
    words: 'A webhook tells your program of bounces, clicks and the rest.',
    needs: 'webhooks:write',
    link: { to: '/webhooks', label: 'Webhooks' },
  },
  {
    name: 'invitation',
    title: 'Invite somebody',
    words: 'With a role that says what they may do.',
    needs: 'members:manage',
    link: { to: '/settings', view: 'members', label: 'Members' },
  },
]

/** Those that the role may do, each with whether it is done. */
export const stepsFor = (role: Role, done: FirstSteps) =>
  steps.filter(({ needs }) => mayDo(role, needs)).map(step => ({ ...step, isDone: done[step.name] }))
