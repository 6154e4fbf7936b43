import { audited } from '#resources/account/audit-log/audited.ts'
import { waitForKeyCaches } from '#resources/account/organizations/wait-for-key-caches.ts'
import { setTrackingHost } from '#resources/messages/domains/track.ts'
import { openInstance } from '../../instance/open.ts'
import { defineCommand } from '../command.ts'
import { givenOrOnly, organizationOption } from '../organization-option.ts'
import { changeOfDomain } from './domain-change.ts'

export const domainTrack = defineCommand({
  name: 'domain track',
  summary: 'Sets the host for tracked links in the emails of a sender domain',
  example: 'domain track example.com --host links.example.com',
  audit: 'domain.updated',
  options: {
    name: { value: '<domain>', summary: 'A domain that was added', required: true, positional: true },
    organization: organizationOption('The organization that sends from it'),
    host: { value: '<host>', summary: 'A host name that serves Posthorn over https, or none', required: true },
  },
  async run({ organization: asked, name, host }, { loadConfig, clock }) {
    await using database = await openInstance(loadConfig())
    const organization = await givenOrOnly(database.db, asked)
    const change = await changeOfDomain(database.db, clock(), 'domain.updated', { organizationId: organization, name })
    const domain = await audited(database, change, tx =>
      setTrackingHost(tx, { organizationId: organization, name }, host),
    )
    await waitForKeyCaches()
    const { trackingHost } = domain
    return {
      json: { name: domain.name, tracking_host: trackingHost },
      text:
        trackingHost === null
          ? `Links in emails of ${domain.name} lead to the public URL of Posthorn.\n`
          : `Links in emails of ${domain.name} lead to https://${trackingHost}. Make sure that this host serves Posthorn over https.\n`,
    }
  },
})
