import type { BroadcastChannel } from '@posthorn/contract/broadcasts/requests'
import { defineJob } from '#engine/job.ts'

type ReleaseBroadcast = { environmentId: string; broadcastId: string; channel: BroadcastChannel }

/** Makes the waiting messages of a broadcast due again, after it was resumed or canceled. */
export const releaseBroadcastJob = defineJob<ReleaseBroadcast>('release_broadcast')

export type KeepFigures = { environmentId: string; broadcastId: string }

/** Keeps the figures of a text broadcast that has ended. */
export const keepFiguresJob = defineJob<KeepFigures>('keep_broadcast_figures')
