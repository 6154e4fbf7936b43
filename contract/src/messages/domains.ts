import { type Static, Type } from 'typebox'
import { operation } from '../operation.ts'
import { Acknowledgment, Id, Nullable, OneOf, PathId, Timestamp } from '../scalars.ts'

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
  value: Type.String({ description: 'The value that DNS must have.' }),
  zone_line: Type.String({ description: 'The record as a line of a zone file.' }),
}
const domain = {
  id: Id,
  name: Type.String(),
  verified_at: Nullable(Timestamp, { description: 'Since when the DKIM key of the domain is known to be in DNS.' }),
  return_path_verified_at: Nullable(Timestamp),
  checked_at: Nullable(Timestamp),
  failed_at: Nullable(Timestamp, {
    description: 'Since when the domain counts as failed: DNS confirmed twice that a record that was there is gone.',
  }),
  failing: Type.Array(OneOf(['dkim', 'return_path']), {
    description: 'What is missing in DNS while the domain counts as failed.',
  }),
  old_keys: Nullable(
    Type.Object({
      names: Type.Array(Type.String(), { description: 'The names of their records.' }),
      replaced_at: Timestamp,
      removable_at: Timestamp,
    }),
    { description: 'The previous keys. Keep their records in DNS while mail signed with them is in transit.' },
  ),
  tracking_host: Nullable(Type.String()),
  require_tls: Type.Boolean({
    description: 'Whether email from this domain is sent only over TLS, whatever a request says.',
  }),
  created_at: Timestamp,
}
export const Domain = Type.Object(
  { ...domain, records: Type.Array(Type.Object(record), { description: 'The records that DNS must have.' }) },
  { $id: 'Domain', description: 'A sender domain.' },
)
export type Domain = Static<typeof Domain>

const Check = Type.Object({
  about: OneOf([
    ...(['dkim_rsa', 'dkim_ed25519', 'next_dkim_rsa', 'next_dkim_ed25519'] as const),
    ...(['spf_return_path', 'spf_domain', 'dmarc', 'bimi', 'tls_rpt', 'mta_sts'] as const),
    ...(['hostname', 'reverse_dns', 'port_25', 'tracking_host'] as const),
  ]),
  name: Type.String({ description: 'The DNS name or the host that was checked.' }),
  level: OneOf(['good', 'advice', 'fault', 'unknown'], { description: 'unknown: DNS did not answer.' }),
  result: Type.String({ description: 'The result as a code, such as several_records.' }),
  seen: Type.Array(Type.String()),
  wanted: Type.String({ description: 'What is expected, as a sentence.' }),
  line: Nullable(Type.String(), { description: 'The line to copy into a zone file.' }),
})

export const CheckedDomain = Type.Object(
  {
    ...domain,
    records: Type.Array(
      Type.Object({
        ...record,
        state: OneOf(['found', 'missing', 'different', 'no_answer']),
        seen: Type.Array(Type.String(), { description: 'What DNS has instead.' }),
      }),
    ),
    checks: Type.Array(Check, {
      description: 'How receivers evaluate the domain. The checks are advice and do not affect sending.',
    }),
  },
  { $id: 'CheckedDomain' },
)
export type CheckedDomain = Static<typeof CheckedDomain>

const params = Type.Object({ id: PathId })
const acme: Domain = {
  id: '01945c1e-d2c4-7f31-8a06-1b7e5c9d3f88',
  name: 'acme.test',
  verified_at: '2026-11-15T09:40:00.000Z',
  return_path_verified_at: null,
  checked_at: '2026-11-15T09:40:00.000Z',
  failed_at: null,
  failing: [],
  old_keys: null,
  tracking_host: null,
  require_tls: false,
  created_at: '2026-11-15T09:30:00.000Z',
  records: [
    {
      purpose: 'dmarc',
      type: 'TXT',
      name: '_dmarc.acme.test',
      value: 'v=DMARC1; p=none',
      zone_line: '_dmarc.acme.test. IN TXT "v=DMARC1; p=none"',
    },
  ],
}
const examined: CheckedDomain = {
  ...acme,
  records: acme.records.map(one => ({ ...one, state: 'found', seen: [one.value] })),
  checks: [],
}
const ofTheOrganization =
  'Domains belong to the organization and are for live email. With a test key the list is empty and no domain can be added.'

export const domainOperations = {
  listDomains: operation({
    id: 'listDomains',
    method: 'GET',
    path: '/v1/domains',
    tag: 'Domains',
    summary: 'List the sender domains',
    description: `Returns all sender domains, ordered by name, with the DNS records they require. ${ofTheOrganization}`,
    permission: 'domains:read',
    reply: Type.Object({ data: Type.Array(Domain) }, { $id: 'DomainList' }),
    refusals: [],
    example: { reply: { data: [acme] } },
  }),
  addDomain: operation({
    id: 'addDomain',
    method: 'POST',
    audit: 'domain.added',
    path: '/v1/domains',
    tag: 'Domains',
    summary: 'Add a sender domain',
    description: `Creates DKIM keys for the domain, which are used once their records are in DNS. If the domain exists, the existing one is returned. ${ofTheOrganization}`,
    permission: 'domains:write',
    body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 300 }) }, { $id: 'DomainAdd' }),
    reply: Domain,
    status: 201,
    repeatable: true,
    refusals: ['invalid_state'],
    example: { body: { name: acme.name }, reply: { ...acme, verified_at: null, checked_at: null } },
  }),
  getDomain: operation({
    id: 'getDomain',
    method: 'GET',
    path: '/v1/domains/{id}',
    tag: 'Domains',
    summary: 'Read a sender domain',
    permission: 'domains:read',
    params,
    reply: Domain,
    refusals: [],
    example: { params: { id: acme.id }, reply: acme },
  }),
  verifyDomain: operation({
    id: 'verifyDomain',
    method: 'POST',
    audit: { never: 'the result depends only on DNS' },
    path: '/v1/domains/{id}/verify',
    tag: 'Domains',
    summary: 'Verify a sender domain',
    description:
      'Looks up the records of the domain in DNS and evaluates them as receivers do. Takes up to ten seconds.',
    permission: 'domains:write',
    params,
    reply: CheckedDomain,
    repeatable: true,
    refusals: [],
    example: { params: { id: acme.id }, reply: examined },
  }),
  updateDomain: operation({
    id: 'updateDomain',
    method: 'PATCH',
    audit: 'domain.updated',
    path: '/v1/domains/{id}',
    tag: 'Domains',
    summary: 'Update a sender domain',
    description:
      'Changes the host of tracking links and whether email requires TLS. Only the fields you give are changed.',
    permission: 'domains:write',
    params,
    body: Type.Object(
      {
        tracking_host: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 253 }))),
        require_tls: Type.Optional(Type.Boolean()),
      },
      { $id: 'DomainUpdate' },
    ),
    reply: Domain,
    refusals: [],
    example: { params: { id: acme.id }, body: { require_tls: true }, reply: { ...acme, require_tls: true } },
  }),
  removeDomain: operation({
    id: 'removeDomain',
    method: 'DELETE',
    audit: 'domain.removed',
    path: '/v1/domains/{id}',
    tag: 'Domains',
    summary: 'Remove a sender domain',
    description: 'Removes the domain and its keys. Email from it is no longer signed.',
    permission: 'domains:write',
    params,
    reply: Acknowledgment,
    refusals: [],
    example: { params: { id: acme.id }, reply: { success: true, message: 'Domain removed.' } },
  }),
} as const
