/** Operations of Postmark's client, each once. */
import { type ServerClient, TemplatedMessage } from 'postmark'
import { newEmail } from '../http-client/unique.ts'

export type PostmarkScene = { messageId: string; alias: string }
type Call = (client: ServerClient, scene: PostmarkScene) => Promise<unknown>

export const hello = { From: 'Acme <hello@acme.test>', Subject: 'Hello', HtmlBody: '<p>Hello, Ada.</p>' }
export const filledIn = (alias: string, To = newEmail()) => new TemplatedMessage(hello.From, alias, { name: 'Ada' }, To)
const entry = () => ({ Suppressions: [{ EmailAddress: newEmail() }] })

/** By method and path. */
export const postmarkCalls: Record<string, Call> = {
  'POST /email': client => client.sendEmail({ ...hello, To: newEmail() }),
  'POST /email/batch': client => client.sendEmailBatch([{ ...hello, To: newEmail() }]),
  'POST /email/withTemplate': (client, { alias }) => client.sendEmailWithTemplate(filledIn(alias)),
  'POST /email/batchWithTemplates': (client, { alias }) => client.sendEmailBatchWithTemplates([filledIn(alias)]),
  'GET /messages/outbound': client => client.getOutboundMessages({ count: 1 }),
  'GET /messages/outbound/{id}/details': (client, { messageId }) => client.getOutboundMessageDetails(messageId),
  'GET /message-streams/{stream}/suppressions/dump': client => client.getSuppressions('outbound'),
  'POST /message-streams/{stream}/suppressions': client => client.createSuppressions('outbound', entry()),
  'POST /message-streams/{stream}/suppressions/delete': client => client.deleteSuppressions('outbound', entry()),
}

/** What Postmark has and Posthorn has not. The client gets a sentence that says so. */
export const refusedCalls: Record<string, Call> = {
  'POST /email/bulk': client => client.sendBulkEmail({ ...hello, Messages: [{ To: newEmail() }] }),
  'GET /messages/outbound/{id}/dump': (client, { messageId }) => client.getOutboundMessageDump(messageId),
  'GET /messages/outbound/opens': client => client.getMessageOpens(),
  'GET /messages/outbound/clicks': client => client.getMessageClicks(),
  'GET /messages/inbound': client => client.getInboundMessages(),
  'GET /bounces': client => client.getBounces(),
  'GET /deliveryStats': client => client.getDeliveryStatistics(),
  'GET /stats/outbound': client => client.getOutboundOverview(),
  'GET /templates': client => client.getTemplates(),
  'GET /server': client => client.getServer(),
  'GET /webhooks': client => client.getWebhooks(),
  'GET /message-streams': client => client.getMessageStreams(),
  'GET /triggers/inboundRules': client => client.getInboundRuleTriggers(),
}
