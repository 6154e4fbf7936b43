import { type ConsolePermission, mayDo, type Role } from '@posthorn/contract/console/permissions'
import type { Permission } from '@posthorn/contract/permissions'
import {
  Ban,
  ClipboardList,
  CreditCard,
  FileText,
  Filter,
  Globe,
  House,
  Inbox,
  KeyRound,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageSquare,
  ScrollText,
  Settings,
  Tags,
  Users,
  Webhook,
  Workflow,
} from 'lucide-react'

export type NavigationItem = {
  to: string
  name: string
  icon: LucideIcon
  /** Pressed after g. */
  key: string
  needs: Permission | ConsolePermission
  /** Only about credits, so hidden where nobody is charged. */
  isAboutCredits?: true
}

type Visited = { role: Role; is_charged: boolean }

export const isOpenTo = ({ role, is_charged }: Visited, { needs, isAboutCredits }: NavigationItem): boolean =>
  mayDo(role, needs) && (is_charged || !isAboutCredits)

/** All pages in groups, in the order of the navigation. */
export const navigationGroups: readonly { group?: string; items: readonly NavigationItem[] }[] = [
  {
    items: [
      { to: '/', name: 'Overview', icon: House, key: 'o', needs: 'account:read' },
      { to: '/inbox', name: 'Inbox', icon: Inbox, key: 'i', needs: 'emails:read' },
    ],
  },
  {
    group: 'Messages',
    items: [
      { to: '/emails', name: 'Emails', icon: Mail, key: 'e', needs: 'emails:read' },
      { to: '/sms', name: 'SMS', icon: MessageSquare, key: 's', needs: 'sms:read' },
      { to: '/broadcasts', name: 'Broadcasts', icon: Megaphone, key: 'b', needs: 'broadcasts:read' },
    ],
  },
  {
    group: 'Audience',
    items: [
      { to: '/contacts', name: 'Contacts', icon: Users, key: 'c', needs: 'contacts:read' },
      { to: '/segments', name: 'Segments', icon: Filter, key: 'g', needs: 'contacts:read' },
      { to: '/topics', name: 'Topics', icon: Tags, key: 't', needs: 'contacts:read' },
      { to: '/signup-forms', name: 'Signup forms', icon: ClipboardList, key: 'y', needs: 'contacts:read' },
      { to: '/suppressions', name: 'Suppressions', icon: Ban, key: 'x', needs: 'contacts:read' },
    ],
  },
  {
    group: 'Build',
    items: [
      { to: '/templates', name: 'Templates', icon: FileText, key: 'p', needs: 'emails:read' },
      { to: '/workflows', name: 'Workflows', icon: Workflow, key: 'f', needs: 'workflows:write' },
      { to: '/webhooks', name: 'Webhooks', icon: Webhook, key: 'w', needs: 'webhooks:read' },
    ],
  },
  {
    group: 'Account',
    items: [
      { to: '/domains', name: 'Domains', icon: Globe, key: 'd', needs: 'console:read' },
      { to: '/keys', name: 'API keys', icon: KeyRound, key: 'k', needs: 'keys:manage' },
      { to: '/requests', name: 'Requests', icon: ScrollText, key: 'r', needs: 'requests:read' },
      { to: '/usage', name: 'Usage', icon: CreditCard, key: 'u', needs: 'console:read', isAboutCredits: true },
      { to: '/settings', name: 'Settings', icon: Settings, key: ',', needs: 'console:read' },
    ],
  },
]

export const navigationItems: readonly NavigationItem[] = navigationGroups.flatMap(group => group.items)
