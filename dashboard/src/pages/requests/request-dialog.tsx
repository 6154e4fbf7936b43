import type { LoggedRequest } from '@posthorn/contract/requests'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { Facts } from '#layout/facts.tsx'
import { Badge } from '#status/badge.tsx'
import { bytes, counted } from '#style/figures.ts'
import { Time } from '#time/time.tsx'
import { adviceOn, toneOf } from './advice.ts'

export function RequestDialog({ request, onClose }: { request: LoggedRequest; onClose: () => void }) {
  const { method, path, query, status, error, key, left_out } = request
  return (
    <Dialog title="Request" isWide onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <p className="mb-4 font-mono text-sm [overflow-wrap:anywhere]">
        <span className="text-soft">{method}</span> {path}
        {query && <span className="text-soft">?{query}</span>}
      </p>
      {error && <WhatWentWrong status={status} error={error} />}
      <Facts
        facts={[
          { name: 'Status', value: <Badge tone={toneOf(status)}>{status}</Badge> },
          { name: 'Time', value: <Time at={request.created_at} isExact /> },
          { name: 'Duration', value: `${request.duration_ms} ms` },
          { name: 'Key', value: [key.name, key.hint].filter(Boolean).join(', ') || key.id },
          { name: 'IP address', value: request.ip_address },
          { name: 'User agent', value: request.user_agent },
          { name: 'Request size', value: request.request_bytes ? bytes(request.request_bytes) : undefined },
          { name: 'Response size', value: request.response_bytes ? bytes(request.response_bytes) : undefined },
          { name: 'Idempotency key', value: request.has_idempotency_key ? 'Yes' : 'No' },
          { name: 'Operation', value: <code>{request.operation}</code> },
          { name: 'Request ID', value: <code>{request.request_id}</code> },
          { name: 'Not logged', value: left_out > 0 ? `${counted(left_out, 'request')} before this one` : undefined },
        ]}
      />
    </Dialog>
  )
}

function WhatWentWrong({ status, error }: Required<Pick<LoggedRequest, 'status' | 'error'>>) {
  const advice = adviceOn(error.code)
  return (
    <div className="card mb-4 px-4 py-3">
      <p className="mb-1">
        <Badge tone={toneOf(status)}>{error.code}</Badge>
      </p>
      <p className="[overflow-wrap:anywhere]">{error.message}</p>
      {advice && <p className="mt-1 text-sm text-soft">{advice}</p>}
    </div>
  )
}
