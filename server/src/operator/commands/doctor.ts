import { examine } from '../doctor/examine.ts'
import { report } from '../doctor/report.ts'
import { defineCommand } from './command.ts'

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Checks settings, database, queue, API, disk, DNS and transports, and says what to do',
  example: 'doctor --json',
  options: {},
  run: async (_given, operator) => report(await examine(operator)),
})
