import type { Domain } from '@posthorn/contract/messages/domains'
import { Type } from 'typebox'
import { invalid } from '#core/refusal.ts'
import { type DoorOperation, doorOperation } from '#http/door/door.ts'
import { given, Maybe } from '#validation/optional.ts'
import { deletion } from './deletion.ts'
import { cut, list, PageQuery } from './pages.ts'

const Tls = Maybe(Type.Union([Type.Literal('enforced'), Type.Literal('opportunistic')]))
const Settings = {
  open_tracking: Maybe(Type.Boolean()),
  click_tracking: Maybe(Type.Boolean()),
  tls: Tls,
  tracking_subdomain: Maybe(Type.String()),
  capabilities: Maybe(Type.Object({ sending: Maybe(Type.String()), receiving: Maybe(Type.String()) })),
}

export const domainOperations: DoorOperation[] = [
  doorOperation({
    method: 'POST',
    path: '/domains',
    standsFor: 'addDomain',
    status: 201,
    body: Type.Object({ name: Type.String(), ...Settings }),
    async answer({ body: { name, ...settings }, ask }) {
      const changes = changesOf(settings, name)
      const domain = await ask('addDomain', { body: { name } })
      if (Object.keys(changes).length === 0) return toDomain(domain)
      return toDomain(await ask('updateDomain', { params: { id: domain.id }, body: changes }))
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/domains',
    standsFor: 'listDomains',
    query: PageQuery,
    async answer({ query, ask }) {
      const { data } = await ask('listDomains')
      const newestFirst = data.toSorted((a, b) => (a.id < b.id ? 1 : -1))
      return list(cut(newestFirst, query), domain => {
        const { records: _records, ...shown } = toDomain(domain)
        return shown
      })
    },
  }),
  doorOperation({
    method: 'GET',
    path: '/domains/{id}',
    standsFor: 'getDomain',
    answer: async ({ params, ask }) => ({
      object: 'domain',
      ...toDomain(await ask('getDomain', { params })),
    }),
  }),
  doorOperation({
    method: 'PATCH',
    path: '/domains/{id}',
    standsFor: 'updateDomain',
    body: Type.Object(Settings),
    async answer({ params, body, ask }) {
      const { id, name } = await ask('getDomain', { params })
      await ask('updateDomain', { params: { id }, body: changesOf(body, name) })
      return { object: 'domain', id }
    },
  }),
  deletion('/domains/{id}', 'removeDomain', 'domain'),
  doorOperation({
    method: 'POST',
    path: '/domains/{id}/verify',
    standsFor: 'verifyDomain',
    async answer({ params, ask }) {
      const { id } = await ask('verifyDomain', { params })
      return { object: 'domain', id }
    },
  }),
]

type Settings = {
  open_tracking?: boolean | null
  click_tracking?: boolean | null
  tls?: 'enforced' | 'opportunistic' | null
  tracking_subdomain?: string | null
  capabilities?: { sending?: string | null; receiving?: string | null } | null
}

/** Tracking is set per email here, not per domain. */
function changesOf({ open_tracking, click_tracking, tls, tracking_subdomain, capabilities }: Settings, name: string) {
  if (capabilities?.sending === 'disabled')
    throw invalid({
      path: 'capabilities.sending',
      message: 'must be enabled: remove the domain to stop sending from it',
    })
  if (capabilities?.receiving === 'enabled')
    throw invalid({
      path: 'capabilities.receiving',
      message: 'must be disabled: email cannot be received through this API',
    })
  const counted = Object.entries({ open_tracking, click_tracking }).find(([, wanted]) => wanted)
  if (counted)
    throw invalid({
      path: counted[0],
      message: 'is not supported for a domain: set it per email with our own API',
    })
  return given({
    require_tls: tls && tls === 'enforced',
    tracking_host: tracking_subdomain && `${tracking_subdomain}.${name}`,
  })
}

const kinds: Record<Domain['records'][number]['purpose'], string> = {
  dkim_rsa: 'DKIM',
  dkim_ed25519: 'DKIM',
  next_dkim_rsa: 'DKIM',
  next_dkim_ed25519: 'DKIM',
  return_path: 'SPF',
  spf: 'SPF',
  dmarc: 'DMARC',
  tls_rpt: 'TLSRPT',
}

function toDomain(domain: Domain) {
  const { id, name, created_at, records, tracking_host } = domain
  const status = statusOf(domain)
  return {
    ...{ id, name, status, created_at },
    // Self-hosted: there is only one region.
    region: 'us-east-1',
    capabilities: { sending: 'enabled', receiving: 'disabled' },
    open_tracking: false,
    click_tracking: false,
    tracking_subdomain: tracking_host?.endsWith(`.${name}`) ? tracking_host.slice(0, -name.length - 1) : null,
    records: records.map(({ purpose, name: at, type, value }) => {
      const [, priority, host] = type === 'MX' ? (/^(\d+) (.*)$/.exec(value) ?? []) : []
      return {
        record: kinds[purpose],
        name: at,
        type,
        ttl: 'Auto',
        status,
        value: host ?? value,
        ...(priority !== undefined && { priority: Number(priority) }),
      }
    }),
  }
}

function statusOf({ verified_at, checked_at, failed_at }: Domain): string {
  if (failed_at !== null) return 'failed'
  if (verified_at !== null) return 'verified'
  return checked_at === null ? 'not_started' : 'pending'
}
