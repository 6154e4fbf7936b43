import { lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { BottomBar } from './bottom-bar.tsx'
import { Drawer } from './drawer.tsx'
import { EnvironmentSwitch, TestBar } from './environment-switch.tsx'
import { useKeyboard } from './keyboard.ts'
import { KeyboardHelp } from './keyboard-help.tsx'
import { Mark } from './mark.tsx'
import { Navigation } from './navigation.tsx'
import { OrganizationMenu } from './organization-menu.tsx'
import { PersonMenu } from './person-menu.tsx'
import { UnreachableBar } from './unreachable-bar.tsx'

/** Loaded on demand: few people need these on their first visit. */
const CommandMenu = lazyRouteComponent(() => import('./command-menu/command-menu.tsx'), 'CommandMenu')
const SendTestDialog = lazyRouteComponent(() => import('#messages/send-test/send-test-dialog.tsx'), 'SendTestDialog')
const CreateKeyDialog = lazyRouteComponent(() => import('../pages/keys/create-key-dialog.tsx'), 'CreateKeyDialog')

/** The frame around every page. */
export function Shell() {
  const [open, setOpen] = useState<'help' | 'commands' | 'drawer' | 'send-test' | 'new-key'>()
  const onHelp = useCallback(() => setOpen('help'), [])
  const onCommands = useCallback(() => setOpen('commands'), [])
  const onClose = useCallback(() => setOpen(undefined), [])
  useKeyboard({ onHelp, onCommands })
  return (
    <div className="flex h-dvh flex-col">
      <a href="#main" className="sr-only focus:not-sr-only focus:p-2">
        Skip to content
      </a>
      <UnreachableBar />
      <TestBar />
      <div className="flex min-h-0 grow">
        <aside className="hidden w-56 shrink-0 flex-col border-r border-line bg-sunken md:flex">
          <div className="flex h-12 shrink-0 items-center gap-2 px-3">
            <Mark />
            <OrganizationMenu />
          </div>
          <div className="grow overflow-y-auto">
            <Navigation />
          </div>
        </aside>
        <div className="flex min-w-0 grow flex-col">
          <header className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-3 md:px-6">
            <span className="md:hidden">
              <Mark />
            </span>
            <EnvironmentSwitch />
            <button
              type="button"
              onClick={onCommands}
              onPointerEnter={() => CommandMenu.preload?.()}
              className="ml-auto flex h-8 items-center gap-2 rounded-md border border-line px-2.5 text-sm text-faint hover:border-line-strong hover:text-ink"
            >
              <Search aria-hidden className="size-3.5" />
              <span className="max-md:sr-only">Search or jump to…</span>
              <kbd className="font-sans text-xs max-md:hidden">Ctrl K</kbd>
            </button>
            <PersonMenu onHelp={onHelp} />
          </header>
          <main id="main" tabIndex={-1} className="min-h-0 grow overflow-y-auto pb-16 outline-none md:pb-0">
            <Outlet />
          </main>
        </div>
      </div>
      <BottomBar onMore={() => setOpen('drawer')} />
      {open === 'drawer' && <Drawer onClose={onClose} />}
      {open === 'help' && <KeyboardHelp onClose={onClose} />}
      <Suspense fallback={null}>
        {open === 'commands' && <CommandMenu onClose={onClose} onDialog={setOpen} />}
        {open === 'send-test' && <SendTestDialog onClose={onClose} />}
        {open === 'new-key' && <CreateKeyDialog onClose={onClose} />}
      </Suspense>
    </div>
  )
}
