import { defineJob } from '#engine/job.ts'

/** Processes what is due by the clock of a test environment, without waiting for the next poll. */
export type CatchUp = { environmentId: string }
export const catchUpJob = defineJob<CatchUp>('catch_up_test_clock')
