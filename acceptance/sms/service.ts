/** A service for one test that submits text messages to a carrier. */
import { freePort } from '../../sinks/free-port.ts'
import { posthorn } from '../service/operator.ts'
import { type Service, startService } from '../service/service.ts'
import { usedDataFolder } from '../service/used-data-folder.ts'

/** Deleted with its folder, where its settings may put files. Carriers reach it at its address. */
export async function startSmsService(settings: (folder: string) => Record<string, string>): Promise<Service> {
  const folder = usedDataFolder()
  const port = String(await freePort())
  const service = await startService({
    dataDir: folder.path,
    env: { PORT: port, POSTHORN_PUBLIC_URL: `http://127.0.0.1:${port}`, LOG_LEVEL: 'warn', ...settings(folder.path) },
  })
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

type OwnNumber = { number: string; organization_id: string; created_at: string }

/** Messages to the number belong to this organization; by default, to the only one. */
export const addNumber = ({ dataDir }: Pick<Service, 'dataDir'>, number: string, organization?: { id: string }) =>
  posthorn<OwnNumber>(dataDir, 'number', 'add', number, ...(organization ? ['--organization', organization.id] : []))
