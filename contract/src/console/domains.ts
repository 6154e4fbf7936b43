import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Acknowledgment, Id, Nullable, OneOf, PathId, Timestamp } from '../scalars.ts'
import { List } from './scalars.ts'

const record = {
  purpose: OneOf([
    'dkim_rsa',
    'dkim_ed25519',
    'next_dkim_rsa',
    'next_dkim_ed25519',
    'return_path',
    'spf',
    'dmarc',
    'tls_rpt',
  ]),
  type: OneOf(['TXT', 'MX']),
  name: Type.String(),
  value: Type.String({ description: 'What DNS should say.' }),
  zone_line: Type.String({ description: 'The same as a line of a zone file.' }),
}
const domain = {
  id: Id,
  name: Type.String(),
  verified_at: Nullable(Timestamp, { description: 'Since when its DKIM key is known to be in DNS.' }),
  return_path_verified_at: Nullable(Timestamp),
  checked_at: Nullable(Timestamp),
  failed_at: Nullable(Timestamp, {
    description: 'Since when it counts as failed: DNS said clearly, twice, that what was there is not any more.',
  }),
  failing: Type.Array(OneOf(['dkim', 'return_path']), { description: 'What is missing of a domain that has failed.' }),
  old_keys: Nullable(
    Type.Object({
      names: Type.Array(Type.String(), { description: 'Their records.' }),
      replaced_at: Timestamp,
      removable_at: Timestamp,
    }),
    { description: 'The keys that signed before. Their records stay while mail that they have signed is under way.' },
  ),
  tracking_host: Nullable(Type.String()),
  require_tls: Type.Boolean({ description: 'Its email goes over TLS or not at all, whatever a request says.' }),
  created_at: Timestamp,
}
export const Domain = Type.Object({ ...domain, records: Type.Array(Type.Object(record)) })
export type Domain = Static<typeof Domain>

const Check = Type.Object({
  about: OneOf([
    ...(['dkim_rsa', 'dkim_ed25519', 'next_dkim_rsa', 'next_dkim_ed25519'] as const),
    ...(['spf_return_path', 'spf_domain', 'dmarc', 'bimi', 'tls_rpt', 'mta_sts'] as const),
    ...(['hostname', 'reverse_dns', 'port_25', 'tracking_host'] as const),
  ]),
  name: Type.String({ description: 'Where in DNS, or which host.' }),
  level: OneOf(['good', 'advice', 'fault', 'unknown'], { description: 'unknown: DNS did not answer.' }),
  result: Type.String({ description: 'One word, such as several_records.' }),
  seen: Type.Array(Type.String()),
  wanted: Type.String({ description: 'As a sentence.' }),
  line: Nullable(Type.String(), { description: 'A line of a zone file to copy.' }),
})

export const CheckedDomain = Type.Object({
  ...domain,
  records: Type.Array(
    Type.Object({
      ...record,
      state: OneOf(['found', 'missing', 'different', 'no_answer']),
      seen: Type.Array(Type.String(), { description: 'What DNS says instead.' }),
    }),
  ),
  checks: Type.Array(Check, { description: 'What receivers make of the domain. They advise, and decide nothing.' }),
})
export type CheckedDomain = Static<typeof CheckedDomain>

const params = Type.Object({ id: PathId })

export const domainOperations = {
  listDomains: operation({
    id: 'listDomains',
    method: 'GET',
    path: '/console/domains',
    summary: 'The sender domains of the organization, by name',
    access: 'member',
    permission: 'console:read',
    reply: List(Domain),
    refusals: [],
  }),
  addDomain: operation({
    id: 'addDomain',
    method: 'POST',
    audit: 'domain.added',
    path: '/console/domains',
    summary: 'Add a sender domain; when it is there, show it again',
    access: 'member',
    permission: 'domains:manage',
    body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 300 }) }),
    reply: Domain,
    status: 201,
    refusals: [],
  }),
  verifyDomain: operation({
    id: 'verifyDomain',
    method: 'POST',
    audit: { never: 'DNS decides what comes of it' },
    path: '/console/domains/{id}/verify',
    summary: 'Look for the records of a domain in DNS, and evaluate them as receivers do',
    access: 'member',
    permission: 'domains:manage',
    params,
    reply: CheckedDomain,
    refusals: [],
  }),
  rotateDomain: operation({
    id: 'rotateDomain',
    method: 'POST',
    audit: 'domain.keys_rotated',
    path: '/console/domains/{id}/rotate',
    summary: 'Make new DKIM keys, which sign once DNS shows them; when some wait already, show them again',
    access: 'member',
    permission: 'domains:manage',
    params,
    reply: Domain,
    refusals: ['invalid_state'],
  }),
  updateDomain: operation({
    id: 'updateDomain',
    method: 'PATCH',
    audit: 'domain.updated',
    path: '/console/domains/{id}',
    summary: 'Change where links in the emails of a domain lead, or whether they need TLS',
    access: 'member',
    permission: 'domains:manage',
    params,
    body: Type.Object({
      tracking_host: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 253 }))),
      require_tls: Type.Optional(Type.Boolean()),
    }),
    reply: Domain,
    refusals: [],
  }),
  removeDomain: operation({
    id: 'removeDomain',
    method: 'DELETE',
    audit: 'domain.removed',
    path: '/console/domains/{id}',
    summary: 'Remove a sender domain with its keys',
    access: 'member',
    permission: 'domains:manage',
    params,
    reply: Acknowledgment,
    refusals: [],
  }),
} as const
