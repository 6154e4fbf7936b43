import { perform } from '#engine/task.ts'
import { checkAlerts, watchAlerts } from './check.ts'
import { checkAlertsJob, sendAlertJob, watchAlertsJob } from './jobs.ts'
import { type SendAlertParts, sendAlert } from './send-alert.ts'

export const alertTasks = (parts: SendAlertParts) => ({
  ...perform(watchAlertsJob, () => watchAlerts(parts.database)),
  ...perform(checkAlertsJob, ({ environmentId }) =>
    parts.database.transaction(tx => checkAlerts(tx, environmentId, parts.publicUrl, parts.clock())),
  ),
  ...perform(sendAlertJob, (key, { log }) => sendAlert({ ...parts, log }, key)),
})

export const alertSchedules = [{ task: watchAlertsJob.task, everyMinutes: 5 }]
