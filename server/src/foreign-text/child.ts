/** A child of the pool: all that is done with text that tenants and strangers wrote. */
import { templateJobs } from '#resources/messages/templates/text-jobs.ts'
import { serveJobs } from '#text-pool/serve-jobs.ts'
import { mailJobs } from './mail-jobs.ts'

serveJobs({ ...templateJobs, ...mailJobs })
