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
    words: 'Your program identifies itself with it.',
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
    words: 'With a few DNS records, receivers can tell that your mail is yours.',
    needs: 'domains:write',
    link: { to: '/domains', label: 'Domains' },
  },
  {
    name: 'transport',
    title: 'Choose how email leaves',
    words: 'Until then, live email is kept in the inbox.',
    needs: 'settings:manage',
    link: { to: '/settings', view: 'delivery', label: 'Delivery' },
  },
  {
    name: 'webhook',
    title: 'Add a webhook',
    words: 'It tells your program about bounces, clicks and the rest.',
    needs: 'webhooks:write',
    link: { to: '/webhooks', label: 'Webhooks' },
  },
  {
    name: 'invitation',
    title: 'Invite somebody',
    words: 'Their role decides what they may do.',
    needs: 'members:manage',
    link: { to: '/settings', view: 'members', label: 'Members' },
  },
]

/** Those that the role may do, each with whether it is done. */
export const stepsFor = (role: Role, done: FirstSteps) =>
  steps.filter(({ needs }) => mayDo(role, needs)).map(step => ({ ...step, isDone: done[step.name] }))
