import type { CheckedDomain } from '@posthorn/contract/messages/domains'
import { CopyButton } from '#code/copy-button.tsx'
import { Badge } from '#status/badge.tsx'
import { type DnsRecord, purposes, states } from './record-words.ts'

type Props = { records: readonly DnsRecord[]; checked: CheckedDomain | undefined }

/** The required DNS records, each part with a copy button, and what DNS has now. */
export function RecordList({ records, checked }: Props) {
  return (
    <>
      {!records.some(({ purpose }) => purpose === 'return_path') && (
        <p role="status" className="border-b border-line bg-warn/8 px-4 py-3 text-sm">
          The return path and SPF records are missing, because this server has no public hostname yet. Its operator
          needs to set <code className="font-mono text-xs">POSTHORN_HOSTNAME</code>, such as mail.example.com, and
          restart it. Until then, bounces are not received.
        </p>
      )}
      <ul className="divide-y divide-line">
        {records.map(record => {
          const found = checked?.records.find(({ purpose }) => purpose === record.purpose)
          return (
            <li key={record.purpose} className="space-y-2 px-4 py-3">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h3 className="font-medium">{purposes[record.purpose].name}</h3>
                <p className="order-last basis-full text-sm text-faint md:order-none md:basis-auto">
                  {purposes[record.purpose].why}
                </p>
                <span className="ml-auto">
                  {found && <Badge tone={states[found.state].tone}>{states[found.state].label}</Badge>}
                </span>
              </div>
              <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 rounded-md bg-sunken px-3 py-1.5 text-sm">
                <Part name="Type" value={record.type} />
                <Part name="Name" value={record.name} />
                <Part name="Value" value={record.value} />
              </dl>
              {found && found.state !== 'found' && found.seen.length > 0 && (
                <p className="text-sm text-soft">
                  DNS currently has:{' '}
                  {found.seen.map(text => (
                    <code key={text} className="mr-2 font-mono text-xs break-all text-bad">
                      {text}
                    </code>
                  ))}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

const Part = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt className="text-faint">{name}</dt>
    <dd className="flex min-w-0 items-center gap-3">
      <span title={value} className="grow truncate font-mono text-xs">
        {value}
      </span>
      <CopyButton text={value} label={`Copy ${name.toLowerCase()}`} />
    </dd>
  </>
)
