import { defineJob } from '#engine/job.ts'

export const releasePausedJob = defineJob<{ environmentId: string; waitsFor: string }>('release_paused')

export const expireReceiverStatsJob = defineJob<object>('expire_receiver_stats')
