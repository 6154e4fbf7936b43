/** Known vulnerabilities of the packages that are shipped, as the registry reports them. */
import { spawn } from 'node:child_process'

export type Verdict =
  | { kind: 'clean' }
  | { kind: 'vulnerable'; packages: string[] }
  | { kind: 'not asked'; why: string }

export async function audit(): Promise<Verdict> {
  const child = spawn('npm', ['audit', '--omit=dev', '--json', '--audit-level=high', '--fetch-retries=0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
    timeout: 20_000,
  })
  const said: Buffer[] = []
  child.stdout.on('data', chunk => said.push(chunk))
  await new Promise(resolve => child.once('close', resolve))
  return readReport(Buffer.concat(said).toString('utf8'))
}

/** Anything but a report is no answer: a registry that cannot be asked must not look like one without findings. */
export function readReport(text: string): Verdict {
  const report = parse(text)
  if (!isObject(report) || report.auditReportVersion !== 2 || !isObject(report.vulnerabilities))
    return {
      kind: 'not asked',
      why: isObject(report) ? (String(report.message ?? 'no report').split(' - ', 1)[0] ?? '') : 'no answer',
    }
  const packages = Object.entries(report.vulnerabilities)
    .filter(([, found]) => isObject(found) && ['high', 'critical'].includes(String(found.severity)))
    .map(([name]) => name)
  return packages.length > 0 ? { kind: 'vulnerable', packages } : { kind: 'clean' }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
