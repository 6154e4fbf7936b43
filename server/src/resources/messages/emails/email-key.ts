/** An email by the environment and the id that it has there. */
export type EmailKey = { environmentId: string; emailId: string }
