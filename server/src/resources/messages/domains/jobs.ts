import { defineJob } from '#queue/job.ts'

export const sealDomainKeysJob = defineJob<object>('seal_domain_keys')
