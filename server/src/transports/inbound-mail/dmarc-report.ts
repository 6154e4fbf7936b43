/** An aggregate report: RFC 7489, appendix C. The largest sources are kept, the others are merged. */
import { isIP } from 'node:net'
import { type DmarcReport, type DmarcSource, dispositions, foldSources } from '#core/domain-report.ts'
import { maxElementDepth, maxRecords, maxSources } from './limits.ts'
import { countIn, domainIn, timeIn, words } from './report-words.ts'
import { readXml } from './xml.ts'

type Texts = Map<string, string>

export function readDmarcReport(xml: string): DmarcReport | undefined {
  const whole: Texts = new Map()
  const sources: DmarcSource[] = []
  let record = newRecord()
  const isRead = readXml(xml, maxElementDepth, (path, text) => {
    if (path === 'feedback/record') {
      if (sources.length < maxRecords) sources.push(toSource(record))
      record = newRecord()
    } else if (path.startsWith('feedback/record/')) addToRecord(record, path.slice('feedback/record/'.length), text)
    else if (known.has(path) && !whole.has(path)) whole.set(path, text)
  })
  return isRead ? toReport(whole, sources) : undefined
}

const at = {
  reporter: 'feedback/report_metadata/org_name',
  reportId: 'feedback/report_metadata/report_id',
  begin: 'feedback/report_metadata/date_range/begin',
  end: 'feedback/report_metadata/date_range/end',
  domain: 'feedback/policy_published/domain',
}
const known = new Set(Object.values(at))

function toReport(whole: Texts, sources: readonly DmarcSource[]): DmarcReport | undefined {
  const [reporter, reportId] = [words(whole.get(at.reporter)), words(whole.get(at.reportId))]
  const domain = domainIn(whole.get(at.domain))
  const begins = timeIn(Number(whole.get(at.begin)) * 1000)
  const ends = timeIn(Number(whole.get(at.end)) * 1000)
  if (!reporter || !reportId || !domain || !begins || !ends) return undefined
  const counted = sources.filter(({ address, messages }) => address !== '' && messages > 0).sort(bySize)
  return { kind: 'dmarc', reporter, reportId, domain, begins, ends, sources: foldSources(counted, maxSources) }
}

/** `signer` and `envelope`: the first domains that DKIM and SPF authenticate. */
type Record = { texts: Texts; signer: string; envelope: string }

const newRecord = (): Record => ({ texts: new Map(), signer: '', envelope: '' })

const recordPaths = new Set([
  'row/source_ip',
  'row/count',
  'row/policy_evaluated/disposition',
  'row/policy_evaluated/dkim',
  'row/policy_evaluated/spf',
  'auth_results/dkim/domain',
  'auth_results/dkim/result',
  'auth_results/spf/domain',
  'auth_results/spf/result',
])

function addToRecord(record: Record, path: string, text: string): void {
  const { texts } = record
  if (recordPaths.has(path) && !texts.has(path)) texts.set(path, text.toLowerCase())
  if (path === 'auth_results/dkim') record.signer ||= authenticatedBy(texts, path)
  if (path === 'auth_results/spf') record.envelope ||= authenticatedBy(texts, path)
}

/** There may be several results, so the texts of this one are removed. */
function authenticatedBy(texts: Texts, path: string): string {
  const [domain, result] = [texts.get(`${path}/domain`), texts.get(`${path}/result`)]
  texts.delete(`${path}/domain`)
  texts.delete(`${path}/result`)
  return result === 'pass' ? domainIn(domain) : ''
}

function toSource({ texts, signer, envelope }: Record): DmarcSource {
  const said = texts.get('row/policy_evaluated/disposition')
  const address = texts.get('row/source_ip') ?? ''
  return {
    address: isIP(address) === 0 ? '' : address,
    provenDomain: signer || envelope,
    dkim: texts.get('row/policy_evaluated/dkim') === 'pass',
    spf: texts.get('row/policy_evaluated/spf') === 'pass',
    disposition: dispositions.find(one => one === said) ?? 'none',
    messages: countIn(texts.get('row/count')),
  }
}

const bySize = (one: DmarcSource, other: DmarcSource): number => other.messages - one.messages
