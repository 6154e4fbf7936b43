/** The messages in the code examples. */
export const exampleEmail = {
  from: 'Acme <hello@acme.test>',
  to: 'ada@example.com',
  subject: 'Hello from Posthorn',
  html: '<p>It works.</p>',
}

export const exampleSms = { from: '+15005550006', to: '+14155552671', body: 'Your code is 481 502.' }
