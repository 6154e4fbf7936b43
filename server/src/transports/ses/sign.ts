/** Requests to Amazon SES, signed with Signature Version 4. */
import { AwsV4Signer } from 'aws4fetch'
import type { SesPlace } from './ses-url.ts'

export type SesAccess = Pick<SesPlace, 'accessKey' | 'region'> & { secretKey: string }
type Request = { method: 'GET' | 'POST'; url: string; headers?: Record<string, string>; body?: string }

/** Returns the headers to send. The signature is valid for a few minutes. */
export async function signedHeaders(access: SesAccess, request: Request): Promise<Record<string, string>> {
  const { accessKey, secretKey, region } = access
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey, region, service: 'ses' }
  const { headers } = await new AwsV4Signer({ ...request, ...credentials }).sign()
  return Object.fromEntries(headers)
}
