import { defineJob } from '#engine/job.ts'
import type { MessageKey } from './message-store.ts'

/** Has each environment looked at that wants it. */
export const watchAlertsJob = defineJob<object>('watch_alerts')
export const checkAlertsJob = defineJob<{ environmentId: string }>('check_alerts')
export const tellAlertJob = defineJob<MessageKey>('tell_alert')
