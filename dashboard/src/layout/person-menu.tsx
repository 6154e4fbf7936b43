import { useNavigate } from '@tanstack/react-router'
import { BookOpen, Braces, Keyboard, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react'
import { useSession } from '#api/session.ts'
import { Menu, MenuItem, MenuLine } from '#menu/menu.tsx'
import { initialsOf } from './initials.ts'
import { useSignOut } from './sign-out.ts'
import { setTheme, useTheme } from './theme.ts'

const themes = [
  { theme: 'system', name: 'System theme', icon: Monitor },
  { theme: 'light', name: 'Light', icon: Sun },
  { theme: 'dark', name: 'Dark', icon: Moon },
] as const

/** The menu of the signed-in person: theme, help, settings, sign-out. */
export function PersonMenu({ onHelp }: { onHelp: () => void }) {
  const { person } = useSession()
  const theme = useTheme()
  const navigate = useNavigate()
  const signOut = useSignOut('signOut')
  const initials = initialsOf(person.name)
  return (
    <Menu
      label={`${initials}: your account`}
      align="right"
      className="grid size-8 place-items-center rounded-full border border-line-strong bg-sunken text-xs font-semibold text-soft hover:text-ink"
      button={initials}
    >
      <div className="px-2.5 py-1.5">
        <p className="font-medium">{person.name}</p>
        <p className="text-sm text-faint">{person.email}</p>
      </div>
      <MenuLine />
      {themes.map(({ theme: value, name, icon: Icon }) => (
        <MenuItem
          key={value}
          isChosen={theme === value}
          icon={<Icon aria-hidden className="size-4" />}
          onChoose={() => setTheme(value)}
        >
          {name}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem icon={<Keyboard aria-hidden className="size-4" />} onChoose={onHelp}>
        Keyboard shortcuts
      </MenuItem>
      <MenuItem icon={<BookOpen aria-hidden className="size-4" />} onChoose={() => open('/docs/guide/', '_blank')}>
        Guide
      </MenuItem>
      <MenuItem icon={<Braces aria-hidden className="size-4" />} onChoose={() => open('/docs', '_blank')}>
        API reference
      </MenuItem>
      <MenuItem icon={<Settings aria-hidden className="size-4" />} onChoose={() => navigate({ to: '/settings' })}>
        Settings
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<LogOut aria-hidden className="size-4" />} onChoose={() => signOut.mutate({})}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
