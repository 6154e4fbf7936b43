import { defineJob } from '#engine/job.ts'

export const expireDomainReportsJob = defineJob<object>('expire_domain_reports')
