import { ChevronsUpDown } from 'lucide-react'
import { switchOrganization } from '#api/scope.ts'
import { useOrganization, useSession } from '#api/session.ts'
import { Menu, MenuItem } from '#menu/menu.tsx'

/** The current organization; with several, a menu to switch. */
export function OrganizationMenu() {
  const { organizations } = useSession()
  const organization = useOrganization()
  const name = <span className="min-w-0 grow truncate text-left font-semibold">{organization.name}</span>
  if (organizations.length < 2) return <div className="flex min-w-0 grow items-center px-1">{name}</div>
  return (
    <Menu
      label={`${organization.name}: switch organization`}
      className="flex min-w-0 grow items-center gap-1 rounded-md px-1 py-1 hover:bg-hover"
      button={
        <>
          {name}
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-faint" />
        </>
      }
    >
      {organizations.map(({ id, name }) => (
        <MenuItem key={id} isChosen={id === organization.id} onChoose={() => switchOrganization(id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}
