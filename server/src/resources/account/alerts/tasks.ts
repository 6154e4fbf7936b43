import { perform } from '#engine/task.ts'
import { checkAlerts, watchAlerts } from './check.ts'
import { checkAlertsJob, sendAlertJob, watchAlertsJob } from './jobs.ts'
import { sendAlert, type TellParts } from './tell.ts'

export const alertTasks = (parts: TellParts) => ({
  ...perform(watchAlertsJob, () => watchAlerts(parts.database)),
  ...perform(checkAlertsJob, ({ environmentId }) =>
    parts.database.transaction(tx => checkAlerts(tx, environmentId, parts.publicUrl, parts.clock())),
  ),
  ...perform(sendAlertJob, (key, { log }) => sendAlert({ ...parts, log }, key)),
})

export const alertSchedules = [{ task: watchAlertsJob.task, everyMinutes: 5 }]
