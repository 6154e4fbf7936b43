import { defineJob } from '#engine/job.ts'

/** Does at once what has become due in an environment whose clock was put forward, instead of at the next look. */
export type CatchUp = { environmentId: string }
export const catchUpJob = defineJob<CatchUp>('catch_up_test_clock')
