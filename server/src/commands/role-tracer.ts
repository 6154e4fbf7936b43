import type { Tracer } from '#core/tracing.ts'
import type { Logger } from '#setup/log.ts'
import type { Config } from '#setup/settings.ts'
import { openTracing } from '#transports/otlp/lazy-tracer.ts'

/** Undefined where the settings want no traces. */
export const openRoleTracer = (
  { otlpEndpoint: endpoint, otlpHeaders: headers, tracesRatio: ratio }: Config,
  role: 'start' | 'api' | 'worker',
  log: Logger,
): Promise<Tracer | undefined> => openTracing({ endpoint, headers, ratio, role, log })
