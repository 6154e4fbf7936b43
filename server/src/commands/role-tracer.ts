import type { Tracer } from '#core/tracing.ts'
import type { Logger } from '#setup/log.ts'
import type { Config } from '#setup/settings.ts'
import { openTracing } from '#transports/otlp/lazy-tracer.ts'

/** Undefined when the settings turn tracing off. */
export const openRoleTracer = (
  { otlpEndpoint: endpoint, otlpHeaders: headers, tracesRatio: ratio }: Config,
  role: 'start' | 'api' | 'worker',
  log: Logger,
): Promise<Tracer | undefined> => openTracing({ endpoint, headers, ratio, role, log })
