import { defineJob } from '#engine/job.ts'

export const sealDomainKeysJob = defineJob<object>('seal_domain_keys')

export const watchDomainsJob = defineJob<object>('watch_domains')
