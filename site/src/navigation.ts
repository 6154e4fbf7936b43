/** The reading order of the pages in docs/. The title of each page is its heading. */
export const navigation: readonly { title: string; pages: readonly string[] }[] = [
  { title: 'Start', pages: ['README', 'quick-start', 'moving', 'dashboard', 'testing', 'cli', 'agents'] },
  {
    title: 'Recipes',
    pages: ['recipes/password-reset', 'recipes/one-time-codes', 'recipes/newsletter', 'recipes/invoices'],
  },
  {
    title: 'Email and SMS',
    pages: [
      'sending',
      'smtp',
      'broadcasts',
      'audience',
      'segments',
      'consent',
      'carriers',
      'deliverability',
      'engagement',
    ],
  },
  { title: 'Automation', pages: ['webhooks', 'workflows'] },
  { title: 'Operating', pages: ['operating', 'settings', 'sign-in', 'monitoring', 'scaling'] },
  { title: 'Background', pages: ['reliability', 'performance', 'decisions/README'] },
]
