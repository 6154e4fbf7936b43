import { mayDo } from '@posthorn/contract/console/permissions'
import { useNavigate } from '@tanstack/react-router'
import { FlaskConical, type LucideIcon, Moon, Radio, Sun } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { switchEnvironment } from '#api/scope.ts'
import { useOrganization } from '#api/session.ts'
import { Dialog } from '#dialog/dialog.tsx'
import { classes } from '#style/classes.ts'
import { allPlaces } from './places.ts'
import { setTheme } from './theme.ts'

type Command = { name: string; icon: LucideIcon; run: () => unknown }

/** Type where you want to go. */
export function CommandMenu({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const found = useCommands().filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))

  const run = (command: Command | undefined) => {
    onClose()
    command?.run()
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by) {
      event.preventDefault()
      setAt((at + by + found.length) % Math.max(1, found.length))
    }
    if (event.key === 'Enter') run(found[at])
  }
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        role="combobox"
        aria-label="Where to"
        aria-expanded
        aria-controls="commands"
        aria-activedescendant={found[at] && `command-${at}`}
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
        placeholder="Emails, API keys, test…"
        className="field"
      />
      {/* As high with few as with all, so that nothing jumps while one types. */}
      <div className="mt-2 h-80 overflow-y-auto">
        {found.length === 0 && <p className="px-2.5 py-1.5 text-soft">Nothing here is called that.</p>}
        <div id="commands" role="listbox" aria-label="Places">
          {found.map((command, position) => (
            <button
              key={command.name}
              id={`command-${position}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={position === at}
              onClick={() => run(command)}
              className={classes(
                'flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left hover:bg-hover',
                position === at && 'bg-hover',
              )}
            >
              <command.icon aria-hidden className="size-4 text-faint" />
              {command.name}
            </button>
          ))}
        </div>
      </div>
    </Dialog>
  )
}

function useCommands(): Command[] {
  const navigate = useNavigate()
  const { role } = useOrganization()
  return [
    ...allPlaces
      .filter(({ needs }) => mayDo(role, needs))
      .map(({ name, icon, to }) => ({ name, icon, run: () => navigate({ to }) })),
    { name: 'Switch to live', icon: Radio, run: () => switchEnvironment('live') },
    { name: 'Switch to test', icon: FlaskConical, run: () => switchEnvironment('test') },
    { name: 'Light theme', icon: Sun, run: () => setTheme('light') },
    { name: 'Dark theme', icon: Moon, run: () => setTheme('dark') },
  ]
}
