import { runHere } from '#text-pool/run-here.fixture.ts'
import { compileMjml } from './mjml/compile.ts'
import { templateText } from './template-text.ts'
import { templateJobs } from './text-jobs.ts'

/** The texts of templates without a pool: jobs run in this process. */
export const textHere = templateText(runHere(templateJobs))
export const compileHere = compileMjml
