import { type ConsolePermission, mayDo } from '@posthorn/contract/console/permissions'
import type { Permission } from '@posthorn/contract/permissions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { queries, queryOf } from './queries.ts'
import { currentOrganization, rememberOrganization } from './scope.ts'

const sessionQuery = { ...queryOf('getSession'), staleTime: 60_000 }

/** Who is signed in; pages inside the shell may count on it. */
export const useSession = () => useSuspenseQuery(sessionQuery).data

export function useOrganization() {
  const { organizations } = useSession()
  const organization = organizations.find(({ id }) => id === currentOrganization()) ?? organizations[0]
  if (!organization) throw new Error('You do not belong to an organization. Ask an owner to invite you.')
  return organization
}

/** Whether a button is shown. The server decides for itself; this only spares people a refusal. */
export function useMay(permission: Permission | ConsolePermission): boolean {
  return mayDo(useOrganization().role, permission)
}

/** Where nobody is charged, nobody sees credits, prices and plans. */
export const useIsCharged = (): boolean => useOrganization().is_charged

/** Reads the session once and settles which organization is meant, before any page asks for something of it. */
export async function enterSession(): Promise<void> {
  const { organizations } = await queries.ensureQueryData(sessionQuery)
  const chosen = organizations.find(({ id }) => id === currentOrganization()) ?? organizations[0]
  if (chosen && chosen.id !== currentOrganization()) rememberOrganization(chosen.id)
}
