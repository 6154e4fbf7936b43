/** All routes. A page is loaded on its first visit, or when the pointer rests on a link to it. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
  redirect,
  useRouter,
} from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { call } from '#api/call.ts'
import { Failure } from '#api/failure.ts'
import { basepath } from '#api/scope.ts'
import { enterSession } from '#api/session.ts'
import { ErrorState } from '#empty/error-state.tsx'
import { SkeletonDetail } from '#empty/skeleton.tsx'
import { NoSuchPage } from '#layout/no-such-page.tsx'
import { Shell } from '#layout/shell.tsx'

/** Accepts these string parameters of the URL and nothing else. */
const only =
  <const Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): Partial<Record<Name, string>> => {
    const given: Partial<Record<Name, string>> = {}
    for (const name of names) if (typeof search[name] === 'string') given[name] = search[name]
    return given
  }

/** Like `lazyRouteComponent`, which reloads the page if a script is missing, as after an update. This one does not do so while the server is unreachable. */
const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async error => {
        await call('getInstance')
        throw error
      }),
    name,
  )

const root = createRootRoute({ component: Root })

/** Replaces the static frame of index.html. */
function Root() {
  useLayoutEffect(() => document.getElementById('shell')?.remove(), [])
  return <Outlet />
}

/** Pages for signed-in people. */
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
  component: lazyPage(() => import('./pages/set-up/set-up-page.tsx'), 'SetUpPage'),
})
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: only('next', 'reason'),
  component: lazyPage(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})
const callback = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/callback',
  component: lazyPage(() => import('./pages/sign-in/callback-page.tsx'), 'CallbackPage'),
})
const signInLink = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/link',
  validateSearch: only('token'),
  component: lazyPage(() => import('./pages/sign-in/link-page.tsx'), 'LinkPage'),
})
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  validateSearch: only('token'),
  component: lazyPage(() => import('./pages/invitation/invitation-page.tsx'), 'InvitationPage'),
})

/** While the script of a page is on its way: otherwise the page before it would stay, as if the click had been lost. */
const PagePending = () => (
  <div className="mx-auto w-full max-w-6xl px-4 py-4 md:px-6">
    <SkeletonDetail />
  </div>
)

/** A page in the shell. Its query parameters are kept as they are; pages read them with useFilters. */
const page = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => shell, path, component, pendingComponent: PagePending, pendingMs: 400 })

const pages = [
  page(
    '/',
    lazyPage(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
  ),
  page(
    '/inbox',
    lazyPage(() => import('./pages/inbox/inbox-page.tsx'), 'InboxPage'),
  ),
  page(
    '/emails',
    lazyPage(() => import('./pages/emails/emails-page.tsx'), 'EmailsPage'),
  ),
  page(
    '/emails/$id',
    lazyPage(() => import('./pages/email/email-page.tsx'), 'EmailPage'),
  ),
  page(
    '/sms',
    lazyPage(() => import('./pages/sms/sms-page.tsx'), 'SmsPage'),
  ),
  page(
    '/sms/$id',
    lazyPage(() => import('./pages/sms/sms-detail-page.tsx'), 'SmsDetailPage'),
  ),
  page(
    '/broadcasts',
    lazyPage(() => import('./pages/broadcasts/broadcasts-page.tsx'), 'BroadcastsPage'),
  ),
  page(
    '/broadcasts/$id',
    lazyPage(() => import('./pages/broadcast/broadcast-page.tsx'), 'BroadcastPage'),
  ),
  page(
    '/contacts',
    lazyPage(() => import('./pages/contacts/contacts-page.tsx'), 'ContactsPage'),
  ),
  page(
    '/contacts/$id',
    lazyPage(() => import('./pages/contact/contact-page.tsx'), 'ContactPage'),
  ),
  page(
    '/segments',
    lazyPage(() => import('./pages/segments/segments-page.tsx'), 'SegmentsPage'),
  ),
  page(
    '/segments/$id',
    lazyPage(() => import('./pages/segment/segment-page.tsx'), 'SegmentPage'),
  ),
  page(
    '/topics',
    lazyPage(() => import('./pages/topics/topics-page.tsx'), 'TopicsPage'),
  ),
  page(
    '/signup-forms',
    lazyPage(() => import('./pages/signup-forms/signup-forms-page.tsx'), 'SignupFormsPage'),
  ),
  page(
    '/suppressions',
    lazyPage(() => import('./pages/suppressions/suppressions-page.tsx'), 'SuppressionsPage'),
  ),
  page(
    '/templates',
    lazyPage(() => import('./pages/templates/templates-page.tsx'), 'TemplatesPage'),
  ),
  page(
    '/templates/$id',
    lazyPage(() => import('./pages/template/template-page.tsx'), 'TemplatePage'),
  ),
  page(
    '/workflows',
    lazyPage(() => import('./pages/workflows/workflows-page.tsx'), 'WorkflowsPage'),
  ),
  page(
    '/workflows/$id',
    lazyPage(() => import('./pages/workflow/workflow-page.tsx'), 'WorkflowPage'),
  ),
  page(
    '/webhooks',
    lazyPage(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  ),
  page(
    '/webhooks/$id',
    lazyPage(() => import('./pages/webhook/webhook-page.tsx'), 'WebhookPage'),
  ),
  page(
    '/domains',
    lazyPage(() => import('./pages/domains/domains-page.tsx'), 'DomainsPage'),
  ),
  page(
    '/keys',
    lazyPage(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
  ),
  page(
    '/requests',
    lazyPage(() => import('./pages/requests/requests-page.tsx'), 'RequestsPage'),
  ),
  page(
    '/usage',
    lazyPage(() => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
  ),
  page(
    '/settings',
    lazyPage(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
  ),
  // Any other path, so that a wrong URL still shows the navigation or the sign-in page.
  page('/$', () => <NoSuchPage />),
] as const

/** Retry reloads everything including the session, because that may be what failed. */
function Broken({ error }: { error: unknown }) {
  const router = useRouter()
  return <ErrorState error={error} onRetry={() => router.invalidate()} />
}

export const router = createRouter({
  routeTree: root.addChildren([setUp, signIn, callback, signInLink, invitation, shell.addChildren(pages)]),
  basepath,
  defaultPreload: 'intent',
  scrollRestoration: true,
  scrollToTopSelectors: ['#main'],
  // Plain strings in the URL: ?status=bounced. A number typed into a search stays a string.
  parseSearch: search => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: search => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return query && '?' + query
  },
  defaultErrorComponent: ({ error }: ErrorComponentProps) => <Broken error={error} />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
