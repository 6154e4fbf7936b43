import { type ConsolePermission, mayDo } from '@posthorn/contract/console/permissions'
import type { Permission } from '@posthorn/contract/permissions'
import { useNavigate } from '@tanstack/react-router'
import {
  BookOpen,
  FlaskConical,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  Megaphone,
  Monitor,
  Moon,
  Radio,
  Send,
  Sun,
  Truck,
  UserPlus,
} from 'lucide-react'
import { environment, switchEnvironment } from '#api/scope.ts'
import { useOrganization } from '#api/session.ts'
import { isOpenTo, navigationItems } from '../navigation-items.ts'
import { useSignOut } from '../sign-out.ts'
import { setTheme } from '../theme.ts'

export type Command = { id: string; name: string; detail?: string; icon: LucideIcon; run: () => unknown }
/** Dialogs that open after the menu closes. */
export type CommandDialog = 'send-test' | 'new-key' | 'help'

type Guarded = Omit<Command, 'id'> & { needs?: Permission | ConsolePermission }

/** The pages and actions that the role allows. */
export function useCommands(onDialog: (dialog: CommandDialog) => void): Command[] {
  const navigate = useNavigate()
  const organization = useOrganization()
  const signOut = useSignOut('signOut')
  const other = environment === 'live' ? 'test' : 'live'
  const actions: readonly Guarded[] = [
    { name: 'Send a test email', icon: Send, needs: 'emails:send', run: () => onDialog('send-test') },
    {
      name: 'New broadcast',
      icon: Megaphone,
      needs: 'broadcasts:write',
      run: () => navigate({ to: '/broadcasts', search: { new: 'yes' } as never }), // as: filters are strings by name
    },
    { name: `New ${environment} API key`, icon: KeyRound, needs: 'keys:manage', run: () => onDialog('new-key') },
    {
      name: 'Invite member',
      icon: UserPlus,
      needs: 'members:manage',
      run: () => navigate({ to: '/settings', search: { view: 'members' } as never }), // as: filters are strings by name
    },
    {
      name: 'Set up delivery',
      icon: Truck,
      needs: 'settings:manage',
      run: () => navigate({ to: '/settings', search: { view: 'delivery' } as never }), // as: filters are strings by name
    },
    {
      name: `Switch to ${other}`,
      icon: other === 'test' ? FlaskConical : Radio,
      run: () => switchEnvironment(other),
    },
    { name: 'Open API reference', icon: BookOpen, run: () => open('/docs', '_blank') },
    { name: 'Keyboard shortcuts', icon: Keyboard, run: () => onDialog('help') },
    { name: 'Light theme', icon: Sun, run: () => setTheme('light') },
    { name: 'Dark theme', icon: Moon, run: () => setTheme('dark') },
    { name: 'System theme', icon: Monitor, run: () => setTheme('system') },
    { name: 'Sign out', icon: LogOut, run: () => signOut.mutate({}) },
  ]
  const places: readonly Guarded[] = navigationItems
    .filter(place => isOpenTo(organization, place))
    .map(({ to, name, icon }) => ({ name, icon, run: () => navigate({ to }) }))
  return [...places, ...actions]
    .filter(({ needs }) => needs === undefined || mayDo(organization.role, needs))
    .map(({ name, icon, run }) => ({ id: name, name, icon, run }))
}
