import type { FirstSteps } from '@posthorn/contract/console/first-steps'
import { type ConsolePermission, mayDo, type Role } from '@posthorn/contract/console/permissions'
import type { Permission } from '@posthorn/contract/permissions'

type Step = {
  name: keyof FirstSteps
  title: string
  /** The reason, in one sentence. */
  words: string
  needs: Permission | ConsolePermission
  /** The page for the step. Without a link, the step has a button to send a test. */
  link?: { to: '/keys' | '/domains' | '/webhooks' | '/settings'; view?: string; label: string }
}

const steps: readonly Step[] = [
  {
    name: 'key',
    title: 'Create an API key',
    words: 'It identifies your app.',
    needs: 'keys:manage',
    link: { to: '/keys', label: 'API keys' },
  },
  {
    name: 'email',
    title: 'Send the first email',
    words: 'With your key and a code sample, or from here.',
    needs: 'emails:send',
  },
  {
    name: 'domain',
    title: 'Verify your domain',
    words: 'A few DNS records prove to receivers that your email is yours.',
    needs: 'domains:write',
    link: { to: '/domains', label: 'Domains' },
  },
  {
    name: 'transport',
    title: 'Set up email delivery',
    words: 'Until then, live email is kept in the inbox.',
    needs: 'settings:manage',
    link: { to: '/settings', view: 'delivery', label: 'Delivery' },
  },
  {
    name: 'webhook',
    title: 'Add a webhook',
    words: 'It notifies your app of bounces, clicks and other events.',
    needs: 'webhooks:write',
    link: { to: '/webhooks', label: 'Webhooks' },
  },
  {
    name: 'invitation',
    title: 'Invite a member',
    words: 'Their role determines what they can do.',
    needs: 'members:manage',
    link: { to: '/settings', view: 'members', label: 'Members' },
  },
]

/** The steps that the role may do, each with whether it is done. */
export const stepsFor = (role: Role, done: FirstSteps) =>
  steps.filter(({ needs }) => mayDo(role, needs)).map(step => ({ ...step, isDone: done[step.name] }))
