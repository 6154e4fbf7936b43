import type { BroadcastChannel } from '@posthorn/contract/broadcasts/requests'
import { defineJob } from '#engine/job.ts'

type ReleaseBroadcast = { environmentId: string; broadcastId: string; channel: BroadcastChannel }

/** Somebody has resumed or canceled it: its messages that wait are looked at again. */
export const releaseBroadcastJob = defineJob<ReleaseBroadcast>('release_broadcast')
