import { CircleAlert } from 'lucide-react'
import type { FaultyPart } from './faults.ts'

/** The faults that prevent saving. Each one jumps to its position. */
export const FaultBar = ({ faults, onGo }: { faults: readonly FaultyPart[]; onGo: (fault: FaultyPart) => void }) => (
  <div role="alert" className="border-t border-bad/40 bg-bad/8 py-1 text-sm text-bad">
    <ul aria-label="Errors that prevent saving">
      {faults.map(fault => (
        <li key={fault.name}>
          <button
            type="button"
            onClick={() => onGo(fault)}
            className="flex w-full items-start gap-2 px-4 py-1 text-left -outline-offset-2! hover:underline"
          >
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0">
              {fault.label}
              {fault.line === undefined ? ' ' : `, line ${fault.line}: `}
              {fault.message}
            </span>
          </button>
        </li>
      ))}
    </ul>
  </div>
)
