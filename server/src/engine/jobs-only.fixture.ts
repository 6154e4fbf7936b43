/** A worker with only the job channel. */
import { pino } from 'pino'
import { systemClock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import { type Engine, type EngineOptions, startEngine } from './engine.ts'
import { type JobChannelOptions, jobChannel } from './job-channel.ts'

export type JobsOnly = Partial<Omit<EngineOptions, 'channels'> & JobChannelOptions> &
  Pick<JobChannelOptions, 'tasks'> & { database: Database }

export const startJobs = ({ log = pino({ level: 'silent' }), ...options }: JobsOnly): Promise<Engine> =>
  startEngine({ ...options, log, channels: [jobChannel({ clock: systemClock, ...options, log })] })
