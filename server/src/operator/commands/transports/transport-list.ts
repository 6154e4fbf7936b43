import { readKinds } from '#resources/account/sending-plan/read.ts'
import { fixedBy } from '#setup/sending/with-saved.ts'
import { openInstance } from '../../instance/open.ts'
import { defineCommand } from '../command.ts'
import { shortTime, table } from '../table.ts'

const columns = ['messages', 'decided by', 'saved in the dashboard'] as const

export const transportList = defineCommand({
  name: 'transport list',
  summary: 'Shows whether the settings or the dashboard decide how live messages are sent',
  example: 'transport list',
  options: {},
  async run(_, { loadConfig }) {
    const config = loadConfig()
    await using database = await openInstance(config)
    const kinds = await readKinds(database.db)
    const fixed = fixedBy(config)
    const rows = (['email', 'sms'] as const).map(channel => {
      const saved = kinds.find(one => one.channel === channel)
      return { channel, settings: fixed[channel], saved: saved ? { kind: saved.kind, at: saved.at } : null }
    })
    return {
      json: {
        data: rows.map(({ saved, ...row }) => ({ ...row, saved: saved && { ...saved, at: saved.at.toISOString() } })),
      },
      text: `${table(columns, rows.map(toRow))}\n`,
    }
  },
})

type Row = { channel: string; settings: readonly string[]; saved: { kind: string; at: Date } | null }

const toRow = ({ channel, settings, saved }: Row): Record<(typeof columns)[number], string> => ({
  messages: channel,
  'decided by': settings.length > 0 ? settings.join(', ') : saved ? 'the dashboard' : 'nothing: they are captured',
  'saved in the dashboard': saved ? `${saved.kind}, ${shortTime(saved.at)} UTC` : '–',
})
