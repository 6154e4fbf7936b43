import type { Config } from './settings.ts'

/** How clients reach the API: the public URL of the settings, or else the URL on this machine. */
export const publicUrlOf = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ??
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
