import { perform } from '#engine/task.ts'
import { checkAlerts, watchAlerts } from './check.ts'
import { checkAlertsJob, tellAlertJob, watchAlertsJob } from './jobs.ts'
import { type TellParts, tellAlert } from './tell.ts'

export const alertTasks = (parts: TellParts) => ({
  ...perform(watchAlertsJob, () => watchAlerts(parts.database)),
  ...perform(checkAlertsJob, ({ environmentId }) =>
    parts.database.transaction(tx => checkAlerts(tx, environmentId, parts.publicUrl, parts.clock())),
  ),
  ...perform(tellAlertJob, (key, { log }) => tellAlert({ ...parts, log }, key)),
})

export const alertSchedules = [{ task: watchAlertsJob.task, everyMinutes: 5 }]
