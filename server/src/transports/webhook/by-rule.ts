import type { AddressRule } from '#core/public-address.ts'
import { type AddressPolicy, addressPolicy } from '#core/public-address.ts'
import type { WebhookPoster } from '../webhook.ts'
import { openWebhookPoster, type WebhookPosterOptions } from './open.ts'

/** The rule may change at any time: a connection made under one policy is never used under another. */
export function openPosterByRule(rule: AddressRule, options: Omit<WebhookPosterOptions, 'allow'> = {}): WebhookPoster {
  const posters = new Map<AddressPolicy, WebhookPoster>()
  const posterFor = (policy: AddressPolicy): WebhookPoster => {
    const poster = posters.get(policy) ?? openWebhookPoster({ ...options, allow: addressPolicy(policy) })
    posters.set(policy, poster)
    return poster
  }
  return {
    post: async post => posterFor(await rule()).post(post),
    async [Symbol.asyncDispose]() {
      await Promise.all([...posters.values()].map(poster => poster[Symbol.asyncDispose]()))
    },
  }
}
