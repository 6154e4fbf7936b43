import { type ConsolePermission, mayDo } from '@posthorn/contract/console/permissions'
import type { Permission } from '@posthorn/contract/permissions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { queries, queryOf } from './queries.ts'
import { currentOrganization, rememberOrganization } from './scope.ts'

const sessionQuery = { ...queryOf('getSession'), staleTime: 60_000 }

/** The current session; always loaded inside the shell. */
export const useSession = () => useSuspenseQuery(sessionQuery).data

export function useOrganization() {
  const { organizations } = useSession()
  const organization = organizations.find(({ id }) => id === currentOrganization()) ?? organizations[0]
  if (!organization) throw new Error('You do not belong to an organization. Ask an owner to invite you.')
  return organization
}

/** Whether to show a button. The server checks the permission itself; this only avoids a refusal. */
export function useMay(permission: Permission | ConsolePermission): boolean {
  return mayDo(useOrganization().role, permission)
}

/** Without charging, the dashboard shows no credits, prices or plans. */
export const useIsCharged = (): boolean => useOrganization().is_charged

/** Loads the session once and picks the organization, before any page requests its data. */
export async function enterSession(): Promise<void> {
  const { organizations } = await queries.ensureQueryData(sessionQuery)
  const chosen = organizations.find(({ id }) => id === currentOrganization()) ?? organizations[0]
  if (chosen && chosen.id !== currentOrganization()) rememberOrganization(chosen.id)
}
