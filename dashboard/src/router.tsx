/** Every page by its address. A page is loaded when it is first visited, or when the pointer rests on a link to it. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { Failure } from '#api/failure.ts'
import { basepath } from '#api/scope.ts'
import { enterSession } from '#api/session.ts'
import { ErrorState } from '#empty/error-state.tsx'
import { NoSuchPage } from '#layout/no-such-page.tsx'
import { Shell } from '#layout/shell.tsx'

/** Lets one text of the address through, and nothing else. */
const only =
  <const Name extends string>(name: Name) =>
  (search: Record<string, unknown>): Partial<Record<Name, string>> => {
    const given: Partial<Record<Name, string>> = {}
    if (typeof search[name] === 'string') given[name] = search[name]
    return given
  }

const root = createRootRoute({ component: Outlet })

/** Pages for people who are signed in. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ location }) => {
    await enterSession().catch(error => {
      const isSignedOut = error instanceof Failure && error.status === 401
      throw isSignedOut ? redirect({ to: '/sign-in', search: { next: location.href } }) : error
    })
  },
})

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  validateSearch: only('token'),
  component: lazyRouteComponent(() => import('./pages/set-up/set-up-page.tsx'), 'SetUpPage'),
})
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: only('next'),
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  validateSearch: only('token'),
  component: lazyRouteComponent(() => import('./pages/invitation/invitation-page.tsx'), 'InvitationPage'),
})

/** A page in the shell. Filters stay in its search as they are; pages read them with useFilters. */
const page = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => shell, path, component })

const pages = [
  page(
    '/',
    lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
  ),
  page(
    '/inbox',
    lazyRouteComponent(() => import('./pages/inbox/inbox-page.tsx'), 'InboxPage'),
  ),
  page(
    '/emails',
    lazyRouteComponent(() => import('./pages/emails/emails-page.tsx'), 'EmailsPage'),
  ),
  page(
    '/emails/$id',
    lazyRouteComponent(() => import('./pages/email/email-page.tsx'), 'EmailPage'),
  ),
  page(
    '/sms',
    lazyRouteComponent(() => import('./pages/sms/sms-page.tsx'), 'SmsPage'),
  ),
  page(
    '/sms/$id',
    lazyRouteComponent(() => import('./pages/sms/sms-detail-page.tsx'), 'SmsDetailPage'),
  ),
  page(
    '/contacts',
    lazyRouteComponent(() => import('./pages/contacts/contacts-page.tsx'), 'ContactsPage'),
  ),
  page(
    '/contacts/$id',
    lazyRouteComponent(() => import('./pages/contact/contact-page.tsx'), 'ContactPage'),
  ),
  page(
    '/topics',
    lazyRouteComponent(() => import('./pages/topics/topics-page.tsx'), 'TopicsPage'),
  ),
  page(
    '/suppressions',
    lazyRouteComponent(() => import('./pages/suppressions/suppressions-page.tsx'), 'SuppressionsPage'),
  ),
  page(
    '/templates',
    lazyRouteComponent(() => import('./pages/templates/templates-page.tsx'), 'TemplatesPage'),
  ),
  page(
    '/templates/$id',
    lazyRouteComponent(() => import('./pages/template/template-page.tsx'), 'TemplatePage'),
  ),
  page(
    '/workflows',
    lazyRouteComponent(() => import('./pages/workflows/workflows-page.tsx'), 'WorkflowsPage'),
  ),
  page(
    '/workflows/$id',
    lazyRouteComponent(() => import('./pages/workflow/workflow-page.tsx'), 'WorkflowPage'),
  ),
  page(
    '/webhooks',
    lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  ),
  page(
    '/webhooks/$id',
    lazyRouteComponent(() => import('./pages/webhook/webhook-page.tsx'), 'WebhookPage'),
  ),
  page(
    '/domains',
    lazyRouteComponent(() => import('./pages/domains/domains-page.tsx'), 'DomainsPage'),
  ),
  page(
    '/keys',
    lazyRouteComponent(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
  ),
  page(
    '/usage',
    lazyRouteComponent(() => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
  ),
  page(
    '/settings',
    lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
  ),
  // Any other address, so that whoever strays still has the navigation, or the sign-in page.
  page('/$', () => <NoSuchPage />),
] as const

export const router = createRouter({
  routeTree: root.addChildren([setUp, signIn, invitation, shell.addChildren(pages)]),
  basepath,
  defaultPreload: 'intent',
  scrollRestoration: true,
  scrollToTopSelectors: ['#main'],
  // Plain words in the address: ?status=bounced, and a number typed into a search stays a text.
  parseSearch: search => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: search => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return query && '?' + query
  },
  defaultErrorComponent: ({ error, reset }: ErrorComponentProps) => <ErrorState error={error} onRetry={reset} />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
