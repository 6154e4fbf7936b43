import { fatal } from '#core/fatal.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { aboutWay } from '#resources/account/sending-plan/about.ts'
import { removeWay } from '#resources/account/sending-plan/change.ts'
import { openInstance } from '../../instance/open.ts'
import { changeAtTerminal, defineCommand } from '../command.ts'

export const transportRemove = defineCommand({
  name: 'transport remove',
  summary: 'Deletes the transport that was saved in the dashboard',
  example: 'transport remove email',
  audit: 'sending_plan.removed',
  options: {
    channel: {
      value: '<channel>',
      summary: 'For which messages',
      choices: ['email', 'sms'],
      required: true,
      positional: true,
    },
  },
  async run({ channel }, { loadConfig, clock }) {
    await using database = await openInstance(loadConfig())
    const about = await aboutWay(database.db, channel)
    const change = changeAtTerminal(clock(), 'sending_plan.removed', {})
    await audited(
      database,
      change,
      async tx => {
        if (!(await removeWay(tx, channel))) throw fatal(`Nothing is saved for ${channel}.`)
      },
      () => about,
    )
    return { json: { channel, removed: true }, text: 'Deleted. Running processes notice it within two seconds.\n' }
  },
})
