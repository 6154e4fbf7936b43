/** POSTHORN_SES_URL: `ses://access-key-id@region?configuration_set=…&endpoint=…&connections=…`. The secret is a separate setting. */

export type SesPlace = Readonly<{
  accessKey: string
  region: string
  endpoint: string
  configurationSet: string | null
  /** Concurrent requests. */
  connections: number
}>

const options = ['configuration_set', 'endpoint', 'connections']

/** Undefined for an invalid URL. */
export function parseSesUrl(text: string): SesPlace | undefined {
  const url = URL.parse(text)
  if (url?.protocol !== 'ses:' || url.password + url.port + url.hash !== '' || !/^\/?$/.test(url.pathname))
    return undefined
  const { username: accessKey, hostname: region, searchParams } = url
  const endpoint = searchParams.get('endpoint') ?? `https://email.${region}.amazonaws.com`
  const configurationSet = searchParams.get('configuration_set')
  const connections = searchParams.get('connections') ?? '20'
  const isRight =
    /^\w{1,128}$/.test(accessKey) &&
    /^[a-z0-9-]{1,40}$/.test(region) &&
    isEndpoint(endpoint) &&
    (configurationSet === null || /^[\w-]{1,64}$/.test(configurationSet)) &&
    /^[1-9][0-9]{0,2}$/.test(connections) &&
    [...searchParams.keys()].every(name => options.includes(name))
  if (!isRight) return undefined
  const place = { accessKey, region, endpoint: endpoint.replace(/\/+$/, ''), configurationSet }
  return { ...place, connections: Number(connections) }
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text)
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && url.username + url.search + url.hash === ''
}
