import { defineJob } from '#engine/job.ts'

/** Processes what became due when the clock of an environment was advanced, without waiting for the next poll. */
export type CatchUp = { environmentId: string }
export const catchUpJob = defineJob<CatchUp>('catch_up_test_clock')
