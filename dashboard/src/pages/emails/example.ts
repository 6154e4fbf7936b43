/** What the examples on the pages send. */
export const exampleEmail = {
  from: 'Acme <hello@acme.test>',
  to: 'ada@example.com',
  subject: 'Hello from Posthorn',
  html: '<p>It works.</p>',
}
