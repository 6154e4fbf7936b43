/** The entry of the pool's children: every job on untrusted text. */
import { templateJobs } from '#resources/messages/templates/text-jobs.ts'
import { serveJobs } from '#text-pool/serve-jobs.ts'
import { mailJobs } from './mail-jobs.ts'

serveJobs({ ...templateJobs, ...mailJobs })
