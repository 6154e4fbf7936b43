import { type ParsedCronItem, parseCronItems } from 'graphile-worker'

/** A task to be run at the minutes (UTC) that match a cron pattern, once for all workers together. */
export type Schedule = { task: string; cron: string; payload?: Record<string, unknown> }

// A daily task whose minute fell into a pause of all workers is made up for when the first one is back.
const madeUpForMs = 24 * 60 * 60 * 1000

export const toCronItems = (schedules: readonly Schedule[]): ParsedCronItem[] =>
  parseCronItems(
    schedules.map(({ task, cron, payload = {} }) => {
      const identifier = `${task} ${cron} ${JSON.stringify(payload)}`
      return {
        task,
        match: cron,
        payload,
        identifier,
        // With a key, minutes that were missed or are late wait as one job instead of piling up.
        options: { backfillPeriod: madeUpForMs, jobKey: identifier },
      }
    }),
  )
