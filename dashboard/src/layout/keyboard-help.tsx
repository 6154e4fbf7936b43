import { useOrganization } from '#api/session.ts'
import { Dialog } from '#dialog/dialog.tsx'
import { isOpenTo, navigationItems } from './navigation-items.ts'

const general = [
  ['/', 'Search this page'],
  ['Ctrl K', 'Search or run a command'],
  ['j  k', 'Next or previous row'],
  ['Enter', 'Open the row'],
  ['?', 'Show shortcuts'],
] as const

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const organization = useOrganization()
  const open = navigationItems.filter(place => isOpenTo(organization, place))
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        {general.map(([keys, meaning]) => (
          <Line key={keys} keys={keys.split(/\s+/)} meaning={meaning} />
        ))}
        {open.map(({ key, name }) => (
          <Line key={key} keys={['g', key]} meaning={name} />
        ))}
      </dl>
    </Dialog>
  )
}

const Line = ({ keys, meaning }: { keys: string[]; meaning: string }) => (
  <div className="flex items-center justify-between gap-4">
    <dt className="text-soft">{meaning}</dt>
    <dd className="flex gap-1">
      {keys.map(key => (
        <kbd
          key={key}
          className="min-w-6 rounded border border-line-strong bg-sunken px-1.5 py-0.5 text-center font-sans text-xs"
        >
          {key}
        </kbd>
      ))}
    </dd>
  </div>
)
