export type SignupForm = {
  environmentId: string
  id: string
  name: string
  topicIds: string[]
  /** Keys of contact fields. */
  fields: string[]
  /** The text people agree to. */
  wording: string
  allowedOrigins: string[]
  redirectUrl: string | null
  createdAt: Date
  updatedAt: Date
}
