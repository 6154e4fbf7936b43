/** What the examples on the pages send. */
export const exampleSms = { from: '+15005550006', to: '+14155552671', body: 'Your code is 481 502.' }
