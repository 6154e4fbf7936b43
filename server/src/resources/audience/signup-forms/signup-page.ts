/** The data behind the hosted signup page and the form endpoint. */
import type { Clock } from '#core/clock.ts'
import { isId } from '#core/id.ts'
import type { Database } from '#postgres/database.ts'
import { readBrand } from '#resources/account/branding/change.ts'
import { findOwner, findPublicForm, findTopics } from './store.ts'
import type { Given } from './submission.ts'
import { submit } from './submit.ts'

type Parts = { database: Database; clock: Clock }

export const signupPage = ({ database, clock }: Parts) => ({
  /** Undefined for an unknown form. */
  async read(id: string) {
    const form = isId(id) ? await findPublicForm(database.db, id) : undefined
    const owner = form && (await findOwner(database.db, form.environmentId))
    if (!form || !owner) return undefined
    const [topics, { name, color, website, logo }] = await Promise.all([
      findTopics(database.db, form),
      readBrand(database.db, owner.organizationId),
    ])
    return {
      brand: { name: name ?? owner.organizationName, color, website, logo },
      ...{ name: form.name, wording: form.wording, fields: form.fields, topics: topics.map(one => one.name) },
      ...{ confirms: topics.some(one => one.confirms), redirectUrl: form.redirectUrl, origins: form.allowedOrigins },
      submit: (given: Given, ip: string) => submit(database, form, { given, ip }, clock()),
    }
  },
})
