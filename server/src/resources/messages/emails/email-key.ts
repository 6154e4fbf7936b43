/** Identifies an email by its environment and its id there. */
export type EmailKey = { environmentId: string; emailId: string }
