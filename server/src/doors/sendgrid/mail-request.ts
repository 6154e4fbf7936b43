/** An email as SendGrid's clients send it. */
import { type Static, Type } from 'typebox'
import { Maybe } from '#validation/optional.ts'

const Address = Type.Object({ email: Type.String(), name: Maybe(Type.String()) })
const Addresses = Type.Array(Address, { maxItems: 1_000 })
/** The Node client lets numbers through. */
const Substitutions = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))
/** Limited, since they are copied for each personalization. */
const FewWords = Type.Record(Type.String(), Type.String(), { maxProperties: 50 })
const Switch = Type.Object({ enable: Maybe(Type.Boolean()) })
const Tagged = Type.Object({ ...Switch.properties, substitution_tag: Maybe(Type.String()) })
/** Seconds since 1970, up to the end of the year 9999. */
const Moment = Type.Integer({ minimum: 0, maximum: 253_402_300_799 })

const Personalization = Type.Object({
  to: Addresses,
  cc: Maybe(Addresses),
  bcc: Maybe(Addresses),
  from: Maybe(Address),
  subject: Maybe(Type.String()),
  headers: Maybe(FewWords),
  substitutions: Maybe(Substitutions),
  dynamic_template_data: Maybe(Type.Record(Type.String(), Type.Unknown())),
  custom_args: Maybe(FewWords),
  send_at: Maybe(Moment),
})
export type Personalization = Static<typeof Personalization>

export const Mail = Type.Object({
  // The limit of our own batch: all are accepted, or none.
  personalizations: Type.Array(Personalization, { minItems: 1, maxItems: 100 }),
  from: Maybe(Address),
  subject: Maybe(Type.String()),
  content: Maybe(Type.Array(Type.Object({ type: Type.String(), value: Type.String() }), { maxItems: 10 })),
  reply_to: Maybe(Address),
  reply_to_list: Maybe(Addresses),
  template_id: Maybe(Type.String()),
  attachments: Maybe(
    Type.Array(
      Type.Object({
        content: Type.String(),
        filename: Type.String(),
        type: Maybe(Type.String()),
        disposition: Maybe(Type.Union([Type.Literal('attachment'), Type.Literal('inline')])),
        content_id: Maybe(Type.String()),
      }),
      { maxItems: 50 },
    ),
  ),
  categories: Maybe(Type.Array(Type.String(), { maxItems: 50 })),
  custom_args: Maybe(FewWords),
  headers: Maybe(FewWords),
  sections: Maybe(Type.Record(Type.String(), Type.Unknown())),
  send_at: Maybe(Moment),
  batch_id: Maybe(Type.String()),
  asm: Maybe(Type.Object({ group_id: Type.Union([Type.Integer(), Type.String()]) })),
  mail_settings: Maybe(
    Type.Object({
      bcc: Maybe(Type.Object({ ...Switch.properties, email: Maybe(Type.String()) })),
      ...{ sandbox_mode: Maybe(Switch), footer: Maybe(Switch) },
    }),
  ),
  tracking_settings: Maybe(
    Type.Object({
      click_tracking: Maybe(Switch),
      open_tracking: Maybe(Tagged),
      subscription_tracking: Maybe(Tagged),
    }),
  ),
})
export type Mail = Static<typeof Mail>
