/** The person that a command is about, and the environment. */
import { isEmailAddress, isPhoneNumber } from '@posthorn/contract/formats'
import type { Mode, Sender } from '#core/caller.ts'
import { fatal } from '#core/fatal.ts'
import type { Db } from '#postgres/database.ts'
import { readEnvironment } from '#resources/account/organizations/environment.ts'
import { givenOrOnly, organizationOption } from '../organization-option.ts'

export const personOptions = {
  who: {
    value: '<address or number>',
    summary: 'Whose data: ada@example.com or +14155552671',
    required: true,
    positional: true,
  },
  organization: organizationOption('The organization'),
  mode: { value: '<mode>', summary: 'The environment; default live', choices: ['live', 'test'] },
} as const

export type Named = { email: string } | { number: string }

export function readPerson(who: string): Named {
  if (isEmailAddress(who)) return { email: who }
  if (isPhoneNumber(who)) return { number: who }
  throw fatal(`"${who}" is neither an email address nor a number such as +14155552671.`)
}

export async function readOwner(db: Db, organization: string | undefined, mode: Mode = 'live'): Promise<Sender> {
  const organizationId = await givenOrOnly(db, organization)
  return { organizationId, mode, environmentId: await readEnvironment(db, organizationId, mode) }
}

export const nobodyHas = (who: string): string =>
  `Nobody in this environment has ${who}: no contact, message, suppression or consent. Check the spelling, --mode and --organization.`
