import { defineJob } from '#engine/job.ts'
import type { MessageKey } from './message-store.ts'

/** Queues a check for each environment with alerts. */
export const watchAlertsJob = defineJob<object>('watch_alerts')
export const checkAlertsJob = defineJob<{ environmentId: string }>('check_alerts')
export const sendAlertJob = defineJob<MessageKey>('tell_alert')
