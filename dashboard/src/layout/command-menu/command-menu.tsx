import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Dialog } from '#dialog/dialog.tsx'
import { classes } from '#style/classes.ts'
import { type Command, type CommandDialog, useCommands } from './commands.ts'
import { shortest, useFound } from './object-search.ts'

type Props = { onClose: () => void; onDialog: (dialog: CommandDialog) => void }

/** Finds pages, actions and objects. */
export function CommandMenu({ onClose, onDialog }: Props) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const words = typed.trim()
  const commands = useCommands(onDialog).filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()))
  const { groups, isSearching, isOutdated, note } = useFound(words, navigate)
  const shown = [{ name: 'Pages and actions', commands }, ...groups].filter(group => group.commands.length > 0)
  const all = shown.flatMap(group => group.commands)

  const run = (command: Command) => {
    onClose()
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by) {
      event.preventDefault()
      setAt((at + by + all.length) % Math.max(1, all.length))
    }
    const chosen = isOutdated && at >= commands.length ? undefined : all[at]
    if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) run(chosen)
  }
  return (
    <Dialog title="Search" onClose={onClose}>
      <input
        role="combobox"
        aria-label="Search or run a command"
        aria-expanded
        aria-controls="commands"
        aria-activedescendant={all[at] && `command-${at}`}
        value={typed}
        maxLength={256}
        onChange={event => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
        placeholder="Search by subject, address, name or ID, or type a command…"
        className="field"
      />
      {/* A fixed height, so that nothing jumps while typing. */}
      <div className="mt-2 h-96 max-h-[55dvh] overflow-y-auto">
        <div id="commands" role="listbox" aria-label="Results">
          {shown.map((group, nth) => (
            <Group
              key={group.name}
              {...group}
              first={shown.slice(0, nth).reduce((sum, { commands }) => sum + commands.length, 0)}
              at={at}
              onRun={run}
            />
          ))}
        </div>
        <p role="status" className="px-2.5 py-1.5 text-sm text-soft">
          {isSearching ? 'Searching…' : (note ?? (all.length === 0 && nothing(words)))}
        </p>
      </div>
    </Dialog>
  )
}

const nothing = (words: string) =>
  words.length < shortest
    ? `No matching page or action. Type at least ${shortest} characters to search everything.`
    : 'No results in this environment.'

type GroupProps = {
  name: string
  commands: readonly Command[]
  /** The index of its first command among all. */
  first: number
  at: number
  onRun: (command: Command) => void
}

const Group = ({ name, commands, first, at, onRun }: GroupProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
  <div role="group" aria-label={name} className="mb-1">
    <p aria-hidden className="px-2.5 pt-1.5 pb-0.5 text-xs font-medium text-faint">
      {name}
    </p>
    {commands.map((command, nth) => (
      <Option
        key={command.id}
        command={command}
        position={first + nth}
        isChosen={first + nth === at}
        onRun={() => onRun(command)}
      />
    ))}
  </div>
)

type OptionProps = { command: Command; position: number; isChosen: boolean; onRun: () => void }

function Option({ command: { icon: Icon, name, detail }, position, isChosen, onRun }: OptionProps) {
  const id = `command-${position}`
  useEffect(() => {
    if (isChosen) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [isChosen, id])
  return (
    <button
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={onRun}
      className={classes(
        'flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left hover:bg-hover',
        isChosen && 'bg-hover',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-faint" />
      <span className="max-w-[70%] shrink-0 truncate">{name}</span>
      {detail && <span className="min-w-0 truncate text-sm text-soft">{detail}</span>}
    </button>
  )
}
