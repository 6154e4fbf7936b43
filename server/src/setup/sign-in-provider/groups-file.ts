/** The file that maps groups at the sign-in provider, or domains, to roles. */
import { type Role, roles } from '@posthorn/contract/console/permissions'
import { OneOf } from '@posthorn/contract/scalars'
import { type Static, Type } from 'typebox'
import { isId } from '#core/id.ts'
import type { GroupRule, GroupRules } from '#resources/account/sign-in-provider/group-rules.ts'
import { checkJsonFile, readJsonFile } from '#validation/json-file.ts'
import { StrictObject, TextThat } from '#validation/schema-words.ts'

const grant = {
  organization: Type.Optional(TextThat(isId, 'must be the id of an organization: see posthorn organization list')),
  role: OneOf(roles),
}
const Word = Type.String({ minLength: 1, maxLength: 300 })

const groupsFileSchema = StrictObject(
  {
    claim: Type.Optional(Word),
    scopes: Type.Optional(
      Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,100}$' }), { maxItems: 10 }),
    ),
    groups: Type.Optional(Type.Array(StrictObject({ group: Word, ...grant }, {}), { maxItems: 1_000 })),
    domains: Type.Optional(Type.Array(StrictObject({ domain: Word, ...grant }, {}), { maxItems: 1_000 })),
  },
  {},
)

type Grant = { organization?: string | undefined; role: Role }

export type GroupsFile = GroupRules & { scopes: readonly string[] }

export function readGroupsFile(path: string): GroupsFile {
  const file = { what: 'The groups file', path }
  const content: Static<typeof groupsFileSchema> = checkJsonFile(file, groupsFileSchema, readJsonFile(file))
  const { claim = 'groups', scopes = [], groups = [], domains = [] } = content
  const rules: GroupRule[] = [
    ...groups.map(rule => ({ group: rule.group, ...grantOf(rule) })),
    ...domains.map(rule => ({ domain: rule.domain.toLowerCase(), ...grantOf(rule) })),
  ]
  return { claim, scopes, rules }
}

const grantOf = ({ organization, role }: Grant) => ({ organizationId: organization, role })
